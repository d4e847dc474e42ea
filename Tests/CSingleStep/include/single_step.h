// How many instructions a function takes, which a busy machine does not change as it changes the time.
#pragma once

// Runs `work` in a child of this process, one instruction at a time (ptrace(2)), and gives their number: the same for
// the same work after the same past. Other threads may hold locks when the child is made, so `work` must take none.
// -1 where a process may not trace its child.
long instructions_of(void (*work)(void *context), void *context);
