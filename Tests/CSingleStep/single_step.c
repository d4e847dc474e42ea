#include "single_step.h"
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

long instructions_of(void (*work)(void *context), void *context) {
    // What is looked up at the first call has been.
    work(context);
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(1);
        raise(SIGSTOP);
        work(context);
        _exit(0);
    }
    int status;
    long count = 0;
    while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
        if (ptrace(PTRACE_SINGLESTEP, child, 0, 0) != 0) break;
        count++;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? count : -1;
}
