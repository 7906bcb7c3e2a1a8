/* no_shm.c -- a file system as SQLite's write-ahead log does not like it, by LD_PRELOAD, for
 * tests/faults/journal.sh
 *
 * FAKE_FS=nfs: every file is on NFS, says statfs. FAKE_FS=unmappable: files that are named *-shm
 * cannot be mapped.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <unistd.h>

static int is_told(const char *what)
{
    const char *told = getenv("FAKE_FS");
    return told && strcmp(told, what) == 0;
}

int statfs(const char *path, struct statfs *out)
{
    int (*real)(const char *, struct statfs *) =
        (int (*)(const char *, struct statfs *))dlsym(RTLD_NEXT, "statfs");
    int rc = real(path, out);
    if (rc == 0 && is_told("nfs"))
        out->f_type = 0x6969;
    return rc;
}

void *mmap(void *address, size_t n, int protection, int flags, int fd, off_t offset)
{
    static void *(*real)(void *, size_t, int, int, int, off_t);
    char link[64], name[4096];
    if (!real)
        real = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = fd >= 0 && is_told("unmappable") ? readlink(link, name, sizeof name) : -1;
    if (len > 4 && memcmp(name + len - 4, "-shm", 4) == 0) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    return real(address, n, protection, flags, fd, offset);
}

void *mmap64(void *address, size_t n, int protection, int flags, int fd, off_t offset)
{
    return mmap(address, n, protection, flags, fd, offset);
}
