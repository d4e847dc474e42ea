// Functions of real numbers that the standard library leaves to the C library.

internal import Glibc

/// Returns the natural logarithm.
func logarithm(_ number: Float) -> Float { logf(number) }

/// Returns the cosine of an angle in radians.
func cosine(_ angle: Float) -> Float { cosf(angle) }
