"""Ed25519 as in RFC 8032, section 5.1, with the rules of docs/wire-format.md. For tests: slow, and not in constant time."""
import functools, hashlib

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def encode(point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data: bytes):
    """The point, or None for bytes that no point has as its canonical encoding."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or not x and sign:
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = decode((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))
NEUTRAL = encode((0, 1, 1, 0))


@functools.lru_cache
def is_key(public: bytes) -> bool:
    """Whether the bytes are a point of the main subgroup, and not its neutral element."""
    point = decode(public) if len(public) == 32 else None
    return point is not None and public != NEUTRAL and encode(multiply(L, point)) == NEUTRAL


def expand(seed: bytes):
    digest = hashlib.sha512(seed).digest()
    return int.from_bytes(digest[:32], "little") & (1 << 254) - 8 | 1 << 254, digest[32:]


def public_key(seed: bytes) -> bytes:
    return encode(multiply(expand(seed)[0], BASE))


def hashed(*parts: bytes) -> int:
    return int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little") % L


def sign(seed: bytes, message: bytes) -> bytes:
    scalar, prefix = expand(seed)
    public = encode(multiply(scalar, BASE))
    number = hashed(prefix, message)
    first = encode(multiply(number, BASE))
    return first + ((number + hashed(first, public, message) * scalar) % L).to_bytes(32, "little")


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    if len(signature) != 64 or not is_key(public):
        return False
    first, second = signature[:32], int.from_bytes(signature[32:], "little")
    point = decode(first)
    if second >= L or point is None or encode(multiply(8, point)) == NEUTRAL:
        return False
    negative = decode(public)
    negative = (P - negative[0], negative[1], 1, P - negative[3])
    return encode(add(multiply(second, BASE), multiply(hashed(first, public, message), negative))) == first
