/* fs.c -- files and directories
 *
 * Invariant of ft_fs_write_atomic: at every moment `path` is either what it was or the whole new
 * content, also across kill -9 and power loss; a left-over path.tmp.PID may be deleted at will.
 */
#include "base/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "base/mem.h"

#define MOST_BYTES (256 << 20) /* of a file that is read whole */

int ft_fs_read(const char *path, struct ft_buf *out, struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    char chunk[65536];
    ssize_t n;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ft_err_errno(err, "cannot read '%s'", path);
    while ((n = read(fd, chunk, sizeof chunk)) != 0) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            ft_err_errno(err, "cannot read '%s'", path);
            close(fd);
            ft_buf_free(&text);
            return -1;
        }
        if (text.len > MOST_BYTES) { /* /dev/zero, say */
            close(fd);
            ft_buf_free(&text);
            return ft_err_set(err, FT_ERR_USAGE, "'%s' is too large: over %d MiB", path,
                              MOST_BYTES >> 20);
        }
        ft_buf_add(&text, chunk, (size_t)n);
    }
    close(fd);
    ft_buf_add(out, ft_buf_str(&text), text.len);
    ft_buf_free(&text);
    return 0;
}

static int write_all(int fd, const char *data, size_t n)
{
    while (n) {
        ssize_t done = write(fd, data, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return -1;
        data += done;
        n -= (size_t)done;
    }
    return 0;
}

/* A device or a pipe keeps its name: written in place. */
static int write_in_place(const char *path, const void *data, size_t n, struct ft_err *err)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return ft_err_errno(err, "cannot write '%s'", path);
    int failed = write_all(fd, data, n);
    if (failed)
        ft_err_errno(err, "cannot write '%s'", path);
    return close(fd) || failed ? ft_err_errno(err, "cannot write '%s'", path) : 0;
}

int ft_fs_publish(const char *temp, const char *path, struct ft_err *err)
{
    char *dir = ft_fs_dirname(path);
    int fd = open(temp, O_WRONLY | O_CLOEXEC), dir_fd;
    int failed = fd < 0 || fsync(fd) != 0 || rename(temp, path) != 0;
    int rc = failed ? ft_err_errno(err, "cannot write '%s'", path) : 0;
    if (fd >= 0)
        close(fd);
    if (failed) {
        unlink(temp);
    } else if ((dir_fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0) {
        /* The name must survive too; a file system that cannot sync a directory is no reason to
         * fail. */
        fsync(dir_fd);
        close(dir_fd);
    }
    free(dir);
    return rc;
}

int ft_fs_write_atomic(const char *path, const void *data, size_t n, struct ft_err *err)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
        return write_in_place(path, data, n, err);
    char *real = realpath(path, NULL); /* a link stays a link: what it points to is replaced */
    if (real && strcmp(real, path) != 0) {
        int rc = ft_fs_write_atomic(real, data, n, err);
        free(real);
        return rc;
    }
    free(real);
    char *temp = ft_asprintf("%s.tmp.%ld", path, (long)getpid());
    int rc = -1;
    int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        ft_err_errno(err, "cannot write '%s'", path);
        goto out;
    }
    int failed = write_all(fd, data, n);
    if (failed)
        ft_err_errno(err, "cannot write '%s'", path);
    if (close(fd) || failed) {
        ft_err_errno(err, "cannot write '%s'", path);
        unlink(temp);
        goto out;
    }
    rc = ft_fs_publish(temp, path, err);
out:
    free(temp);
    return rc;
}

int ft_fs_mkdirs(const char *path, struct ft_err *err)
{
    char *part = ft_strdup(path);
    int rc = 0;
    for (char *p = part; rc == 0 && *p; p++) {
        char kept = p[1];
        if (kept != '/' && kept != '\0')
            continue;
        p[1] = '\0';
        if (*p != '/' && mkdir(part, 0777) && (errno != EEXIST || !ft_fs_is_dir(part)))
            rc = ft_err_errno(err, "cannot make directory '%s'", part);
        p[1] = kept;
    }
    free(part);
    return rc;
}

int ft_fs_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

int ft_fs_is_dir(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

int ft_fs_is_shared(const char *path)
{
    /* linux/magic.h has some of them, and not every distribution's has all. */
    static const unsigned types[] = {
        0x6969,     /* NFS */
        0x517b,     /* SMB */
        0xff534d42, /* CIFS */
        0xfe534d42, /* SMB 2 */
        0x0bd00bd0, /* Lustre */
        0x47504653, /* GPFS */
        0x00c36400, /* Ceph */
        0x19830326, /* BeeGFS */
        0xaad7aaea, /* PanFS */
        0x5346414f, /* AFS */
        0x6b414653, /* AFS of the kernel */
        0x73757245, /* Coda */
        0x7461636f, /* OCFS2 */
        0x01161970, /* GFS2 */
        0x01021997, /* 9P */
        0x65735546, /* FUSE: sshfs, and others that may be local */
    };
    struct statfs fs;
    char *dir = ft_fs_dirname(path);
    int is_known = statfs(path, &fs) == 0 || statfs(dir, &fs) == 0, is_shared = 0;
    free(dir);
    for (size_t i = 0; is_known && i < sizeof types / sizeof *types; i++)
        is_shared |= (unsigned)fs.f_type == types[i];
    return is_shared;
}

char *ft_fs_join(const char *a, const char *b)
{
    size_t n = strlen(a);
    if (n == 0 || *b == '/')
        return ft_strdup(b);
    return ft_asprintf("%s%s%s", a, a[n - 1] == '/' ? "" : "/", b);
}

char *ft_fs_dirname(const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n == 0)
        return ft_strdup(".");
    while (n > 1 && path[n - 1] == '/')
        n--;
    return ft_strndup(path, n);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int ft_fs_list(const char *path, char ***names, size_t *n, struct ft_err *err)
{
    char **list = NULL;
    size_t count = 0, cap = 0;
    struct dirent *entry;
    DIR *dir = opendir(path);
    if (!dir)
        return ft_err_errno(err, "cannot read directory '%s'", path);
    while ((errno = 0, entry = readdir(dir))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        FT_GROW(list, count + 1, cap);
        list[count++] = ft_strdup(entry->d_name);
    }
    if (errno) {
        ft_err_errno(err, "cannot read directory '%s'", path);
        while (count)
            free(list[--count]);
        free(list);
        closedir(dir);
        return -1;
    }
    closedir(dir);
    if (count)
        qsort(list, count, sizeof *list, by_name);
    *names = list;
    *n = count;
    return 0;
}

/* DIR/name when it is a directory, else NULL. */
static char *dir_in(const char *dir, const char *name)
{
    char *path = ft_fs_join(dir, name);
    if (ft_fs_is_dir(path))
        return path;
    free(path);
    return NULL;
}

/* The program may lie anywhere below the root of its source tree: build/, build/san-address/,
 * build/tests/unit/... */
static char *share_in_source_tree(const char *program, const char *name)
{
    char *dir = ft_fs_dirname(program);
    char *found = NULL;
    while (!found && strcmp(dir, "/") != 0 && strcmp(dir, ".") != 0) {
        char *up = ft_fs_dirname(dir);
        char *mark = ft_fs_join(dir, "kernel_templates/common");
        if (ft_fs_is_dir(mark))
            found = dir_in(dir, name);
        free(mark);
        free(dir);
        dir = up;
    }
    free(dir);
    return found;
}

static char *share_of_installation(const char *program, const char *name)
{
    char *bin = ft_fs_dirname(program), *prefix = ft_fs_dirname(bin);
    char *share = ft_fs_join(prefix, "share/fatune");
    char *found = dir_in(share, name);
    free(share);
    free(prefix);
    free(bin);
    return found;
}

static char *program_path(struct ft_err *err)
{
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0) {
        ft_err_errno(err, "cannot find the program's own path");
        return NULL;
    }
    program[n] = '\0';
    return ft_strdup(program);
}

char *ft_fs_program_dir(struct ft_err *err)
{
    char *program = program_path(err), *dir = program ? ft_fs_dirname(program) : NULL;
    free(program);
    return dir;
}

char *ft_fs_share(const char *name, struct ft_err *err)
{
    const char *env = getenv("FATUNE_SHARE");
    char *found;
    if (env && *env) {
        found = dir_in(env, name);
        if (!found) {
            ft_err_set(err, FT_ERR_ENV, "no directory '%s' in '%s'", name, env);
            ft_err_hint(
                err,
                "FATUNE_SHARE must name the directory that holds kernel_templates and configs");
        }
        return found;
    }
    char *program = program_path(err);
    if (!program) {
        ft_err_hint(err,
                    "set FATUNE_SHARE to the directory that holds kernel_templates and configs");
        return NULL;
    }
    found = share_in_source_tree(program, name);
    if (!found)
        found = share_of_installation(program, name);
    if (!found) {
        ft_err_set(err, FT_ERR_ENV, "cannot find the directory '%s' of '%s'", name, program);
        ft_err_hint(err,
                    "set FATUNE_SHARE to the directory that holds kernel_templates and configs");
    }
    free(program);
    return found;
}

char *ft_fs_cache_dir(struct ft_err *err)
{
    const char *env = getenv("FATUNE_CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    char *dir;
    if (env && *env) {
        dir = ft_strdup(env);
    } else if (xdg && *xdg == '/') { /* its specification says to ignore a relative one */
        dir = ft_fs_join(xdg, "fatune");
    } else if (home && *home) {
        dir = ft_fs_join(home, ".cache/fatune");
    } else {
        ft_err_set(err, FT_ERR_ENV, "no directory for the cache of builds: HOME is not set");
        ft_err_hint(err, "set FATUNE_CACHE to a directory");
        return NULL;
    }
    if (ft_fs_mkdirs(dir, err)) {
        ft_err_hint(err, "set FATUNE_CACHE to a directory that can be written");
        free(dir);
        return NULL;
    }
    return dir;
}
