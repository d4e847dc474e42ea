// The health check of what decoders are kept from.

import Confinement

/// Checks whether the processes that decode pictures are kept from this box's files twice over.
struct ConfinementHealthCheck: HealthCheck {
    func findings() async -> [HealthCheckResult] {
        guard Landlock.isSupported else {
            return [
                .warning(
                    "decoders", "the kernel has no Landlock, so the program for HEIC, PDF and TIFF files can read keys",
                    do: "do not check such files of strangers on this box, or start a kernel with `landlock` in `lsm=`"
                )
            ]
        }
        return [.ok("decoders", "they can open no key and no ledger")]
    }
}
