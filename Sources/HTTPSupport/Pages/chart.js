// The chart of arrivals: one bar per ten minutes, stacked by gate or tier, with marks for the peak and the present.
import { clock } from "./page.js";
import { number, t } from "./words.js";

const SLOT = 600000;
const names = "http://www.w3.org/2000/svg";

function make(name, attributes, text) {
  const element = document.createElementNS(names, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * Sums arrivals per interval.
 *
 * @param {{at: number, gate: string, tier: string, people: number}[]} arrivals - As the hub sends them.
 * @param {"gate"|"tier"} by - The key by which bars are split.
 * @param {string[]} keys - All gates or tiers, in their order.
 * @param {number} now - The time on the hub's clock.
 * @returns {{at: number, total: number, parts: number[]}[]} Ten-minute intervals from the first arrival on, at least
 *     two hours; empty without arrivals.
 */
export function slots(arrivals, by, keys, now) {
  if (!arrivals.length) return [];
  const times = arrivals.map((arrival) => arrival.at);
  const first = Math.min(...times), last = Math.max(...times);
  // The chart includes the present during the event, but not when it is viewed a day later.
  const present = Math.floor(now / SLOT) * SLOT;
  const end = present >= first && present - last < 3 * 3600000 ? Math.max(last, present) : last;
  const count = Math.min(Math.max(12, (end - first) / SLOT + 1), 288);
  const start = end - (count - 1) * SLOT > first ? end - (count - 1) * SLOT : first;
  const bars = Array.from({ length: count }, (_, index) => ({ at: start + index * SLOT, total: 0, parts: keys.map(() => 0) }));
  for (const arrival of arrivals) {
    const bar = bars[(arrival.at - start) / SLOT];
    if (!bar) continue;
    bar.parts[keys.indexOf(arrival[by])] += arrival.people;
    bar.total += arrival.people;
  }
  return bars;
}

/** Returns a round step that gives three to five grid lines up to a number. */
function step(most) {
  const rough = Math.max(1, most / 4), power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
}

/** Returns the bar with the most people; the first of several equal ones. */
export const peak = (bars) => bars.reduce((best, bar) => (bar.total > best.total ? bar : best), bars[0]);

/**
 * Redraws the chart.
 *
 * @param {SVGElement} svg - Its first child is a `title`, which is kept.
 * @param {{at: number, total: number, parts: number[]}[]} bars - From `slots`.
 * @param {number} now - The time on the hub's clock.
 * @param {(bar: object) => void} onPoint - Called with the bar that is pointed at.
 */
export function draw(svg, bars, now, onPoint) {
  const width = svg.clientWidth || 600, height = svg.clientHeight || 320;
  const left = 40, right = 8, top = 34, bottom = 26;
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const content = [];
  const most = Math.max(4, ...bars.map((bar) => bar.total));
  const size = step(most), limit = Math.ceil(most / size) * size;
  const y = (value) => height - bottom - (value / limit) * (height - top - bottom);
  const room = (width - left - right) / Math.max(1, bars.length);
  const x = (at) => left + ((at - bars[0]?.at) / SLOT) * room;
  for (let value = 0; value <= limit; value += size) {
    content.push(make("line", { class: value ? "grid" : "base", x1: left, x2: width - right, y1: y(value), y2: y(value) }));
    content.push(make("text", { x: left - 8, y: y(value) + 4, "text-anchor": "end" }, number(value)));
  }
  // A label needs some 52 pixels; whole hours are the easiest to read.
  const every = [10, 30, 60, 120, 180, 360, 720].find((minutes) => (minutes / 10) * room >= 52) ?? 1440;
  for (const bar of bars) {
    const time = new Date(bar.at), minutes = time.getHours() * 60 + time.getMinutes();
    if (minutes % every) continue;
    const place = x(bar.at);
    content.push(make("line", { class: "base", x1: place, x2: place, y1: height - bottom, y2: height - bottom + 5 }));
    content.push(make("text", { x: Math.max(place, left), y: height - 6, "text-anchor": place < left + 18 ? "start" : place > width - 30 ? "end" : "middle" }, clock(bar.at)));
  }
  const gap = Math.min(4, room * 0.16);
  for (const bar of bars) {
    const group = make("g", { class: "bar" });
    group.append(make("rect", { class: "hit", x: x(bar.at), y: top, width: room, height: height - top - bottom }));
    let sum = 0;
    bar.parts.forEach((people, index) => {
      if (people <= 0) return;
      const from = y(sum), to = y(sum + people);
      // A thin gap between two parts, so that they are distinguishable without colour.
      const hair = sum && from - to > 3 ? 1.5 : 0;
      sum += people;
      group.append(make("rect", { class: `k${index % 8}`, x: x(bar.at) + gap / 2, y: to, width: Math.max(1, room - gap), height: Math.max(1, from - to - hair), rx: Math.min(2, room / 6) }));
    });
    const point = () => {
      svg.querySelector(".bar[data-on]")?.removeAttribute("data-on");
      group.setAttribute("data-on", "");
      onPoint(bar);
    };
    group.addEventListener("pointerenter", point);
    group.addEventListener("pointerdown", point);
    content.push(group);
  }
  const present = bars.length ? x(now) : -1, isPresent = present >= left && present <= width - right + 1;
  const best = peak(bars);
  if (best?.total) {
    const place = x(best.at) + room / 2, half = 70;
    let anchor = place < left + half ? "start" : place > width - half ? "end" : "middle", end = place;
    // The line of the present is taller than any bar, so its label is placed on one side of it.
    if (isPresent && Math.abs(present - place) < 2 * half) {
      anchor = present - 2 * half > left ? "end" : "start";
      end = anchor === "end" ? Math.min(present - 6, place + half) : Math.max(present + 6, place - half);
    }
    content.push(make("line", { class: "peakline", x1: place, x2: place, y1: y(best.total) - 3, y2: y(best.total) - 9 }));
    content.push(make("text", { class: "peak", x: end, y: y(best.total) - 13, "text-anchor": anchor }, t`Peak ${number(best.total)} at ${clock(best.at)}`));
  }
  if (isPresent) {
    content.push(make("line", { class: "now", x1: present, x2: present, y1: 16, y2: height - bottom }));
    content.push(make("text", { class: "now", x: present, y: 11, "text-anchor": present > width - 40 ? "end" : present < left + 20 ? "start" : "middle" }, t`now`));
  }
  svg.replaceChildren(svg.firstElementChild, ...content);
}
