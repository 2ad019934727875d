/* A layer between a program and its files that fails, or kills the program, at a chosen moment (LD_PRELOAD).
 *
 *   FAULTY_FILES_UNDER    folders, separated by ':'; only calls on files below them count
 *   FAULTY_FILES_CALL     what counts: write, sync, rename, create or truncate; "any" for all of them
 *   FAULTY_FILES_WHEN     the number of the call to fail, from 1; 0 only counts
 *   FAULTY_FILES_HOW      KILL, or the number of an error: the call is not made and returns it
 *   FAULTY_FILES_LOG      a line for every call that counts goes here: its number, name and file
 *
 * One failure only: what the program does after it succeeds, so whatever it tries again is seen to succeed. The counter
 * is the process's, all threads together. Children (the sandbox's) inherit the layer, and are told by their number.
 * What is called with raw system calls passes by; the evidence compares the count with strace's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static pid_t process;
static char folders[8][512];
static int folder_count, error_number, log_file = -1;
static char call[16];
static long when;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
    const char *under = getenv("FAULTY_FILES_UNDER"), *how = getenv("FAULTY_FILES_HOW");
    if (!under || !getenv("FAULTY_FILES_CALL")) return;
    char *rest = strdup(under), *folder;
    while (folder_count < 8 && (folder = strsep(&rest, ":")))
        if (*folder) snprintf(folders[folder_count++], sizeof *folders, "%s", folder);
    snprintf(call, sizeof call, "%s", getenv("FAULTY_FILES_CALL"));
    when = getenv("FAULTY_FILES_WHEN") ? atol(getenv("FAULTY_FILES_WHEN")) : 0;
    error_number = how && strcmp(how, "KILL") ? atoi(how) : 0;
    const char *log = getenv("FAULTY_FILES_LOG");
    if (log) log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    process = getpid();
    /* Programs that this one starts (ldd, python3) are not what is looked at. */
    unsetenv("LD_PRELOAD");
}

static int counts(const char *path) {
    for (int i = 0; i < folder_count; i++) {
        size_t length = strlen(folders[i]);
        if (!strncmp(path, folders[i], length) && (path[length] == '/' || !path[length])) return 1;
    }
    return 0;
}

/* Whether the call must fail; never returns if it must kill. */
static int fails(const char *name, const char *kind, const char *path) {
    int before = errno;
    if (process != getpid() || !counts(path) || (strcmp(call, "any") && strcmp(call, kind))) {
        errno = before;
        return 0;
    }
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (log_file >= 0) {
        char line[700];
        int length = snprintf(line, sizeof line, "%ld %s %s%s\n", number, name, path, number == when ? " <- here" : "");
        syscall(SYS_write, log_file, line, length);
    }
    if (number == when && !error_number) {
        syscall(SYS_kill, process, SIGKILL);
        for (;;) pause();
    }
    errno = number == when ? error_number : before;
    return number == when;
}

static int fails_at(const char *name, const char *kind, int folder, const char *path) {
    char whole[1200], link[64];
    if (*path == '/') return fails(name, kind, path);
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, whole, 600);
    if (length < 0) return 0;
    snprintf(whole + length, sizeof whole - length, "/%s", path);
    return fails(name, kind, whole);
}

static int fails_on(const char *name, const char *kind, int file) {
    char path[600], link[64];
    int before = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    errno = before;
    if (length < 0) return 0;
    path[length] = 0;
    return fails(name, kind, path);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define ON_FILE(kind, type, name, parameters, arguments)      \
    type name parameters {                                    \
        static __typeof__(&name) real;                        \
        if (!real) real = REAL(name);                         \
        return fails_on(#name, kind, file) ? -1 : real arguments; \
    }

ON_FILE("write", ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
ON_FILE("write", ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count))
ON_FILE("write", ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
ON_FILE("write", ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
ON_FILE("sync", int, fsync, (int file), (file))
ON_FILE("sync", int, fdatasync, (int file), (file))
ON_FILE("sync", int, syncfs, (int file), (file))
ON_FILE("truncate", int, ftruncate, (int file, off_t size), (file, size))
ON_FILE("truncate", int, ftruncate64, (int file, off64_t size), (file, size))
ON_FILE("truncate", int, fallocate, (int file, int mode, off_t at, off_t size), (file, mode, at, size))

int rename(const char *from, const char *to) {
    return fails_at("rename", "rename", AT_FDCWD, to) ? -1 : REAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode) {
    return fails_at("mkdir", "create", AT_FDCWD, path) ? -1 : REAL(mkdir)(path, mode);
}

#define OPEN(name, leading, folder, following)                                    \
    int name leading {                                                            \
        mode_t mode = 0;                                                          \
        int unnamed = (flags & O_TMPFILE) == O_TMPFILE;                           \
        if ((flags & O_CREAT) || unnamed) {                                       \
            va_list rest;                                                         \
            va_start(rest, flags);                                                \
            mode = va_arg(rest, mode_t);                                          \
            va_end(rest);                                                         \
        }                                                                         \
        if ((flags & O_CREAT) && fails_at(#name, "create", folder, path)) return -1; \
        return REAL(name) following;                                              \
    }

OPEN(open, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(openat, (int folder, const char *path, int flags, ...), folder, (folder, path, flags, mode))
OPEN(openat64, (int folder, const char *path, int flags, ...), folder, (folder, path, flags, mode))
