// Small pictures of the codes that were read: drawn while they are near the view, and freed when they leave it.
import { make } from "./page.js";

const side = 72, scale = 2;
/** How much of the picture around a code is shown, as a share of the code's size. */
const margin = .35;

const pending = new Map();
let drawing = 0;

/** Decodes one picture at a time: a large one takes 200 MB while it is open. */
async function work() {
  if (drawing) return;
  drawing += 1;
  while (pending.size) {
    const [canvas, job] = pending.entries().next().value;
    pending.delete(canvas);
    await (job.small ? drawSmall(canvas, job.small) : draw(canvas, job)).catch(() => canvas.toggleAttribute("data-none", true));
  }
  drawing -= 1;
}

/** The square of the picture that is shown: around the code, or the whole. */
function crop({ width, height }, points) {
  if (!points) {
    const size = Math.min(width, height);
    return { x: (width - size) / 2, y: (height - size) / 2, size };
  }
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const size = Math.max(right - left, bottom - top) * (1 + 2 * margin);
  return { x: (left + right - size) / 2, y: (top + bottom - size) / 2, size };
}

/** Takes a small picture out of an answer: values of luma, fewer than a text of them takes. */
export const smallPicture = (small) => small && { ...small, luma: Uint8Array.from(atob(small.luma), (sign) => sign.charCodeAt(0)) };

/** Draws a small picture that the server has made, of what the browser does not have. */
async function drawSmall(canvas, { side: size, luma, corners }) {
  const values = new Uint8ClampedArray(4 * size * size).fill(255);
  for (const [place, value] of luma.entries()) values.fill(value, 4 * place, 4 * place + 3);
  canvas.width = canvas.height = size;
  const brush = canvas.getContext("2d");
  brush.putImageData(new ImageData(values, size, size), 0, 0);
  if (corners.length) outline(brush, corners);
}

async function draw(canvas, { file, answer, corners }) {
  const picture = await createImageBitmap(file);
  // The server may have read a smaller copy; both have the same shape unless only one turns the picture.
  const ratio = answer.width ? picture.width / answer.width : 1;
  const isInside = ([x, y]) => x >= -9 && y >= -9 && x <= picture.width + 9 && y <= picture.height + 9;
  const isSameShape = answer.width ? Math.abs(picture.height / answer.height - ratio) < .05 * ratio : Boolean(corners?.every(isInside));
  const points = corners && isSameShape ? corners.map(([x, y]) => [x * ratio, y * ratio]) : undefined;
  const { x, y, size } = crop(picture, points);
  canvas.width = canvas.height = side * scale;
  const zoom = side * scale / size, brush = canvas.getContext("2d");
  brush.drawImage(picture, -x * zoom, -y * zoom, picture.width * zoom, picture.height * zoom);
  picture.close();
  if (points) outline(brush, points.map(([px, py]) => [(px - x) * zoom, (py - y) * zoom]));
}

function outline(brush, points) {
  brush.beginPath();
  for (const [x, y] of points) brush.lineTo(x, y);
  brush.closePath();
  brush.lineJoin = "round";
  // Dark below light shows on any picture.
  for (const [width, color] of [[7, "#111111"], [4, "#84F2CE"]]) Object.assign(brush, { lineWidth: width, strokeStyle: color }).stroke();
}

const jobs = new WeakMap();
const watcher = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) pending.set(target, jobs.get(target));
    else {
      pending.delete(target);
      // A canvas without a size has no memory.
      target.width = target.height = 0;
    }
  }
  work();
}, { rootMargin: "600px" });

/**
 * Returns a small picture, cut out around a code.
 *
 * @param {object} job - What is drawn.
 * @param {File} [job.file] - The picture.
 * @param {{width: number, height: number}} job.answer - The size in which the server has read it.
 * @param {number[][]} [job.corners] - The code's corners.
 * @param {{side: number, luma: Uint8Array, corners: number[][]}} [job.small] - A small picture; then nothing else is needed.
 */
export function thumbnail(job) {
  const canvas = make("canvas", "", { className: "thumb", width: 0, height: 0, ariaHidden: "true" });
  jobs.set(canvas, job);
  watcher.observe(canvas);
  return canvas;
}

/** Forgets the small pictures within an element. */
export function forgetThumbnails(element) {
  for (const canvas of element.querySelectorAll("canvas")) {
    watcher.unobserve(canvas);
    pending.delete(canvas);
  }
}
