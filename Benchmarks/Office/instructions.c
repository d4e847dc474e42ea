// A plugin of QEMU 7.2, the one of Debian 12: adds up the instructions of a program in a file, which others can read at
// any time. Debian has no header for plugins, so what is used of it is declared here (QEMU, docs/devel/tcg-plugins.rst).
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*call)(uint64_t id, struct qemu_plugin_tb *block));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *block, int operation, void *number, uint64_t value);

int qemu_plugin_version = 1;
static uint64_t *instructions;

// Two threads that add at the same moment count once: a few of a million.
static void translated(uint64_t id, struct qemu_plugin_tb *block) {
    const int add = 0;
    qemu_plugin_register_vcpu_tb_exec_inline(block, add, instructions, qemu_plugin_tb_n_insns(block));
}

int qemu_plugin_install(uint64_t id, const void *info, int count, char **arguments) {
    const char *name = getenv("INSTRUCTIONS");
    int file = name ? open(name, O_RDWR | O_CREAT, 0600) : -1;
    if (file < 0 || ftruncate(file, sizeof *instructions)) return 1;
    instructions = mmap(NULL, sizeof *instructions, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (instructions == MAP_FAILED) return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
