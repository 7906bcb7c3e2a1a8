/* dl.c -- finds and opens NVIDIA's libraries
 *
 * Idea: one table row per library (environment variable, names, what to do when it is absent) and
 * one list of directories for all. A variable that is set decides alone: someone who names a file
 * wants that file or an error. Everything tried is collected, so that the error says where we
 * looked.
 *
 * Handles, paths and directories are found once and live as long as the process. One thread.
 */
#include "gpu/dl.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/units.h"

#define PYTHON_TIMEOUT_NS 2000000000LL
#define MAX_DIRS          64

static const struct library {
    const char *title, *variable;
    const char *names[4];   /* newest first */
    int from_driver;        /* comes with the driver, not with the toolkit */
    const char *companions; /* start of the names of libraries that it opens by itself, or NULL */
    const char *hint;
} libraries[FT_N_LIBS] = {
    [FT_LIB_NVRTC] =
        {"NVRTC",
         "FATUNE_LIBNVRTC",
         {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"},
         0,
         "libnvrtc-builtins.so.",
         "install the CUDA toolkit or 'pip install nvidia-cuda-nvrtc', or set CUDA_HOME or "
         "FATUNE_LIBNVRTC"},
    [FT_LIB_CUPTI] =
        {"CUPTI",
         "FATUNE_LIBCUPTI",
         {"libcupti.so.13", "libcupti.so.12", "libcupti.so"},
         0,
         "libnvperf_",
         "install the CUDA toolkit or 'pip install nvidia-cuda-cupti', or set CUDA_HOME or "
         "FATUNE_LIBCUPTI"},
    [FT_LIB_NVML] = {"NVML",
                     "FATUNE_LIBNVML",
                     {"libnvidia-ml.so.1", "libnvidia-ml.so"},
                     1,
                     NULL,
                     "it is part of the NVIDIA driver; FATUNE_LIBNVML names another place"},
};

/* ---- directories ------------------------------------------------------------------------ */

struct dirs {
    char *items[MAX_DIRS];
    size_t n;
};

/* Takes path; keeps it when it is a new directory. */
static void add_dir_take(struct dirs *dirs, char *path)
{
    for (size_t i = 0; i < dirs->n && path; i++) {
        if (strcmp(dirs->items[i], path) == 0) {
            free(path);
            path = NULL;
        }
    }
    if (path && dirs->n < MAX_DIRS && ft_fs_is_dir(path))
        dirs->items[dirs->n++] = path;
    else
        free(path);
}

static void add_roots(struct dirs *roots)
{
    const char *const variables[] = {"CUDA_HOME", "CUDA_PATH"};
    const char *const usual[] = {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"};
    char *dir = ft_fs_program_dir(NULL);

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);

        if (value && *value)
            add_dir_take(roots, ft_strdup(value));
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add_dir_take(roots, ft_strdup(usual[i]));
    if (dir) /* set-up puts wheels into build/cuda, next to build/fatune */
        add_dir_take(roots, ft_fs_join(dir, "cuda"));
    free(dir);
}

/* Roots of toolkits: directories with lib and include. */
static const struct dirs *toolkit_roots(void)
{
    static struct dirs roots;
    static int done;

    if (!done)
        add_roots(&roots);
    done = 1;
    return &roots;
}

/* Runs python3 with a deadline and returns what it printed. */
static void ask_python(const char *program, struct ft_buf *out)
{
    int fds[2];
    pid_t pid;
    const char *argv[] = {"python3", "-c", program, NULL};
    posix_spawn_file_actions_t actions;
    int64_t end_ns = ft_now_ns() + PYTHON_TIMEOUT_NS;

    if (pipe2(fds, O_CLOEXEC) < 0)
        return;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, fds[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&pid, "python3", &actions, NULL, (char *const *)argv, environ);

    posix_spawn_file_actions_destroy(&actions);
    close(fds[1]);
    while (!failed) {
        struct pollfd p = {.fd = fds[0], .events = POLLIN};
        int64_t left_ns = end_ns - ft_now_ns();
        char chunk[4096];
        ssize_t n;

        if (left_ns <= 0 || poll(&p, 1, (int)(left_ns / 1000000) + 1) <= 0) {
            ft_buf_clear(out);
            break;
        }
        n = read(fds[0], chunk, sizeof chunk);
        if (n <= 0)
            break;
        ft_buf_add(out, chunk, (size_t)n);
    }
    if (!failed) {
        kill(pid, SIGKILL); /* it has ended, or is late */
        waitpid(pid, NULL, 0);
    }
    close(fds[0]);
}

/* Roots inside Python's site-packages, where the nvidia-* wheels put libraries and headers.
 * Starting Python is slow, so this is asked last and once. */
static const struct dirs *wheel_roots(int may_ask)
{
    static struct dirs roots;
    static int done;
    const char *const wheels[] = {"nvidia/cu13", "nvidia/cuda_nvrtc", "nvidia/cuda_cupti",
                                  "nvidia/cuda_runtime"};

    if (!done && may_ask) {
        struct ft_buf out = FT_BUF_INIT;

        done = 1;
        ask_python("import os, sys\n"
                   "for p in sys.path:\n"
                   "    if os.path.isdir(os.path.join(p, 'nvidia')): print(p)\n",
                   &out);
        for (char *rest = out.data, *site; rest && (site = strsep(&rest, "\n"));) {
            for (size_t i = 0; *site && i < sizeof wheels / sizeof *wheels; i++)
                add_dir_take(&roots, ft_fs_join(site, wheels[i]));
        }
        ft_buf_free(&out);
    }
    return &roots;
}

/* ---- opening ---------------------------------------------------------------------------- */

struct search {
    const struct library *library;
    void *handle;
    struct ft_buf tried;
};

static void note(struct search *s, const char *what, const char *problem)
{
    ft_buf_printf(&s->tried, "%s'%s'", s->tried.len ? ", " : "", what);
    if (problem)
        ft_buf_printf(&s->tried, " (%s)", problem);
}

/* RTLD_LOCAL: none of its symbols may meet those of another copy that a Python process brought. */
static int try_file(struct search *s, const char *file, int is_soname)
{
    s->handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!s->handle) {
        const char *problem = dlerror();

        /* That a plain name is not found needs no words. */
        note(s, file,
             is_soname && problem && strstr(problem, "No such file or directory") ? NULL : problem);
    }
    return s->handle != NULL;
}

static int try_roots(struct search *s, const struct dirs *roots)
{
    static const char *const subdirs[] = {"lib64", "lib", "extras/CUPTI/lib64",
                                          "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"};

    for (size_t r = 0; r < roots->n; r++) {
        for (size_t d = 0; d < sizeof subdirs / sizeof *subdirs; d++) {
            char *dir = ft_fs_join(roots->items[r], subdirs[d]);

            for (const char *const *name = s->library->names; *name && !s->handle; name++) {
                char *file = ft_fs_join(dir, *name);

                if (ft_fs_exists(file))
                    try_file(s, file, 0);
                free(file);
            }
            free(dir);
        }
        if (s->handle)
            return 1;
        note(s, roots->items[r], NULL);
    }
    return 0;
}

static void search(struct search *s)
{
    const char *value = getenv(s->library->variable);

    if (value && *value) {
        try_file(s, value, 0);
        return;
    }
    for (const char *const *name = s->library->names; *name; name++) {
        if (try_file(s, *name, 1))
            return;
    }
    if (s->library->from_driver || try_roots(s, toolkit_roots()))
        return;
    try_roots(s, wheel_roots(1));
}

/* NVRTC opens its builtins, and CUPTI the host part of its profiler, by plain name, which finds
 * nothing when they lie outside the linker's path. Opened here first, from the library's own
 * directory, they are there under that name. */
static void open_companions(const char *library_path, const char *prefix)
{
    char *dir = ft_fs_dirname(library_path), **names = NULL;
    size_t n = 0;

    if (ft_fs_list(dir, &names, &n, NULL) == 0) {
        for (size_t i = 0; i < n; i++) {
            if (strncmp(names[i], prefix, strlen(prefix)) == 0) {
                char *file = ft_fs_join(dir, names[i]);

                dlopen(file, RTLD_NOW | RTLD_LOCAL); /* whoever needs it complains */
                free(file);
            }
            free(names[i]);
        }
        free(names);
    }
    free(dir);
}

void *ft_dl_open(enum ft_lib lib, const char **path, struct ft_err *err)
{
    static void *handles[FT_N_LIBS];
    static char *paths[FT_N_LIBS];

    if (!handles[lib]) {
        struct search s = {.library = &libraries[lib], .tried = FT_BUF_INIT};
        struct link_map *map = NULL;

        search(&s);
        if (!s.handle) {
            ft_err_set(err, FT_ERR_ENV, "cannot load %s; tried %s", s.library->title,
                       ft_buf_str(&s.tried));
            ft_err_hint(err, "%s", s.library->hint);
        } else {
            handles[lib] = s.handle;
            paths[lib] = ft_strdup(dlinfo(s.handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_name
                                       ? map->l_name
                                       : s.library->names[0]);
            if (s.library->companions)
                open_companions(paths[lib], s.library->companions);
        }
        ft_buf_free(&s.tried);
    }
    if (path && handles[lib])
        *path = paths[lib];
    return handles[lib];
}

void *ft_dl_sym(void *handle, const char *name, const char *lib_name, struct ft_err *err)
{
    void *symbol = dlsym(handle, name);

    if (!symbol)
        ft_err_set(err, FT_ERR_ENV, "'%s' has no function '%s': it is too old", lib_name, name);
    return symbol;
}

const char *ft_dl_cuda_include(void)
{
    static char *found;
    const struct dirs *const roots[] = {toolkit_roots(), wheel_roots(0)};

    for (size_t k = 0; k < 2 && !found; k++) {
        for (size_t i = 0; i < roots[k]->n && !found; i++) {
            char *dir = ft_fs_join(roots[k]->items[i], "include"), *file = ft_fs_join(dir, "mma.h");

            if (ft_fs_exists(file))
                found = dir;
            else
                free(dir);
            free(file);
        }
    }
    return found;
}
