// The functions of real numbers that the standard library leaves to the C library.

internal import Glibc

/// The natural logarithm.
func logarithm(_ number: Float) -> Float { logf(number) }

/// The cosine of an angle in radians.
func cosine(_ angle: Float) -> Float { cosf(angle) }
