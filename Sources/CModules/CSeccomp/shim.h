// libseccomp, for the Swift module CSeccomp.
#pragma once
#include <errno.h>
#include <seccomp.h>

// Macros with arguments, which Swift does not see.
static const unsigned int DC_REFUSE = SCMP_ACT_ERRNO(EPERM);
static const unsigned int DC_NOT_THERE = SCMP_ACT_ERRNO(ENOSYS);
static const unsigned int DC_ALLOW = SCMP_ACT_ALLOW;
#define DC_CLONE_THREAD 0x10000U  // linux/sched.h
