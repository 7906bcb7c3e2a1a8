/* hostcc.c -- kernel.cu to a shared object for the CPU device
 *
 * Idea: a unit is three lines: the executor, the source as it stands, and the table of its kernels,
 * whose names are found by reading the text. Executor and generated header go into a temporary
 * directory that the compiler searches first, so that they are found in the place of CUDA's.
 *
 * The compiler stays in this process's group, which is how a worker and all it started are killed;
 * its own temporary files go into the same directory. No shell sees a name.
 */
#include "cpu/hostcc.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/units.h"

#define LOG_MAX_BYTES ((size_t)1 << 20)

static const struct machine_file {
    const char *name, *text;
} machine[] = {
#include "machine.inc"
    {NULL, NULL}};

/* What does not depend on a request; part of the version. -w: the sources are CUDA's C++. */
static const char *const fixed_flags[] = {
    "-std=c++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-strict-aliasing", "-w"};

/* ---- a command, run ---- */

struct words {
    struct ft_arena *arena;
    const char **items; /* NULL-terminated once something is in it */
    size_t n, cap;
};

static void add(struct words *c, const char *word)
{
    FT_GROW(c->items, c->n + 2, c->cap);
    c->items[c->n++] = word;
    c->items[c->n] = NULL;
}

static void add_words(struct words *c, const char *text)
{
    while (*text) {
        const size_t blanks = strspn(text, " \t\n"), n = strcspn(text + blanks, " \t\n");

        if (n > 0)
            add(c, ft_arena_strndup(c->arena, text + blanks, n));
        text += blanks + n;
    }
}

/* Flags that the environment may change: a misaligned access is a trap, as on a GPU, unless other
 * flags are wanted. */
static const char *more_flags(void)
{
    const char *flags = getenv("FATUNE_CPU_CXXFLAGS");

    return flags ? flags : "-fsanitize=alignment -fsanitize-undefined-trap-on-error";
}

static void begin_command(struct words *c)
{
    const char *named = getenv("FATUNE_CXX");

    c->arena = ft_arena_new();
    add_words(c, named ? named : "");
    if (c->n == 0)
        add(c, "c++");
}

static void end_command(struct words *c)
{
    free(c->items);
    ft_arena_free(c->arena);
}

/* This environment, but messages in English and, where dir is one, temporary files there. */
static char **make_environment(struct ft_arena *arena, const char *dir)
{
    struct words list = {.arena = arena};

    for (char **at = environ; *at; at++) {
        if (strncmp(*at, "LC_ALL=", 7) != 0 && (!dir || strncmp(*at, "TMPDIR=", 7) != 0))
            add(&list, *at);
    }
    add(&list, "LC_ALL=C");
    if (dir)
        add(&list, ft_arena_printf(arena, "TMPDIR=%s", dir));
    return (char **)list.items;
}

static _Noreturn void become_compiler(const struct words *c, char **environment, int log_fd,
                                      int error_fd, pid_t parent)
{
    const int null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    int e;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(1);
    if (null_fd >= 0 && dup2(null_fd, STDIN_FILENO) >= 0 && dup2(log_fd, STDOUT_FILENO) >= 0 &&
        dup2(log_fd, STDERR_FILENO) >= 0) {
        close_range(STDERR_FILENO + 1, ~0u, CLOSE_RANGE_CLOEXEC); /* a worker's socket */
        environ = environment;
        execvp(c->items[0], (char *const *)c->items);
    }
    e = errno;
    if (write(error_fd, &e, sizeof e) < 0)
        _exit(126);
    _exit(127);
}

static ssize_t read_some(int fd, void *data, size_t cap)
{
    ssize_t n;

    do
        n = read(fd, data, cap);
    while (n < 0 && errno == EINTR);
    return n;
}

/* All that comes, the first LOG_MAX_BYTES of it into the log. */
static void take_log(int fd, struct ft_buf *log)
{
    char chunk[16384];
    ssize_t n;

    while ((n = read_some(fd, chunk, sizeof chunk)) > 0) {
        const size_t left = LOG_MAX_BYTES - log->len;

        ft_buf_add(log, chunk, (size_t)n < left ? (size_t)n : left);
    }
}

static int not_started(const struct words *c, int error, struct ft_err *err)
{
    errno = error;
    ft_err_errno(err, "cannot start the C++ compiler '%s'", c->items[0]);
    ft_err_hint(err, "install g++, or name a compiler with FATUNE_CXX");
    return -1;
}

/* Runs it to its end: the status as waitpid has it, and what it printed. */
static int run(const struct words *c, const char *dir, struct ft_buf *log, int *status,
               struct ft_err *err)
{
    int logs[2] = {-1, -1}, errors[2] = {-1, -1}, child_errno = 0, rc = -1;
    const pid_t parent = getpid();
    char **environment = NULL;
    pid_t pid = -1;

    if (pipe2(logs, O_CLOEXEC) < 0 || pipe2(errors, O_CLOEXEC) < 0) {
        ft_err_errno(err, "cannot make a pipe for '%s'", c->items[0]);
        goto out;
    }
    environment = make_environment(c->arena, dir);
    pid = fork();
    if (pid == 0)
        become_compiler(c, environment, logs[1], errors[1], parent);
    if (pid < 0) {
        not_started(c, errno, err);
        goto out;
    }
    close(logs[1]);
    close(errors[1]);
    logs[1] = errors[1] = -1;
    /* End of file means that exec succeeded. */
    const ssize_t n = read_some(errors[0], &child_errno, sizeof child_errno);

    take_log(logs[0], log);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        ;
    if (n != 0)
        not_started(c, n == (ssize_t)sizeof child_errno ? child_errno : EIO, err);
    else
        rc = 0;
out:
    free(environment);
    for (int i = 0; i < 2; i++) {
        if (logs[i] >= 0)
            close(logs[i]);
        if (errors[i] >= 0)
            close(errors[i]);
    }
    return rc;
}

/* ---- the version ---- */

/* "g++ (Debian 12.2.0-14) 12.2.0", "Debian clang version 14.0.6": the number outside of brackets.
 */
static void take_number(const char *line, char *out, size_t cap)
{
    int depth = 0;

    for (const char *at = line; *at && *at != '\n'; at++) {
        depth += (*at == '(') - (*at == ')');
        if (depth == 0 && isdigit((unsigned char)*at) && at > line && at[-1] == ' ') {
            snprintf(out, cap, "%.*s", (int)strspn(at, "0123456789."), at);
            return;
        }
    }
}

int ft_hostcc_version(char out[FT_HOSTCC_VERSION_BYTES], struct ft_err *err)
{
    struct words c = {0};
    struct ft_buf text = FT_BUF_INIT;
    struct ft_sha256 hash;
    char hex[FT_HEX_BYTES], number[16] = "?";
    const char *said, *name;
    int status = 0, rc = -1;

    begin_command(&c);
    add(&c, "--version");
    if (run(&c, NULL, &text, &status, err) < 0)
        goto out;
    said = ft_buf_str(&text);
    if (status != 0) {
        ft_err_set(err, FT_ERR_ENV, "'%s --version' failed: %.500s", c.items[0], said);
        ft_err_hint(err, "FATUNE_CXX must name a C++ compiler");
        goto out;
    }
    name = strstr(said, "clang")                      ? "clang"
           : strstr(said, "Free Software Foundation") ? "g++"
                                                      : "c++";
    take_number(said, number, sizeof number);
    ft_sha256_init(&hash);
    ft_sha256_add_field(&hash, said, text.len);
    for (const struct machine_file *f = machine; f->name; f++) {
        ft_sha256_add_field(&hash, f->name, strlen(f->name));
        ft_sha256_add_field(&hash, f->text, strlen(f->text));
    }
    for (size_t i = 0; i < sizeof fixed_flags / sizeof fixed_flags[0]; i++)
        ft_sha256_add_field(&hash, fixed_flags[i], strlen(fixed_flags[i]));
    ft_sha256_add_field(&hash, more_flags(), strlen(more_flags()));
    ft_sha256_hex(&hash, hex);
    snprintf(out, FT_HOSTCC_VERSION_BYTES, "%s %s %.8s", name, number, hex);
    rc = 0;
out:
    end_command(&c);
    ft_buf_free(&text);
    return rc;
}

/* ---- compiling ---- */

/* Every failure has an error line. */
static void explain(int status, struct ft_buf *log)
{
    char first[256];

    if (WIFSIGNALED(status)) {
        ft_buf_printf(log, "error: the compiler was ended by signal %d (%s)\n", WTERMSIG(status),
                      strsignal(WTERMSIG(status)));
        return;
    }
    ft_nvrtc_first_error(ft_buf_str(log), first, sizeof first);
    if (!*first)
        ft_buf_puts(log, "error: the compiler failed and did not say why\n");
}

static char *make_dir(struct ft_err *err)
{
    const char *parent = getenv("TMPDIR");
    char *dir = ft_asprintf("%s/fatune-cpu-XXXXXX", parent && *parent ? parent : "/tmp");

    if (mkdtemp(dir))
        return dir;
    ft_err_errno(err, "cannot make directory '%s'", dir);
    free(dir);
    return NULL;
}

static void remove_dir(const char *dir)
{
    char **names = NULL;
    size_t n = 0;

    ft_fs_list(dir, &names, &n, NULL);
    for (size_t i = 0; i < n; i++) {
        char *path = ft_fs_join(dir, names[i]);

        unlink(path);
        free(path);
        free(names[i]);
    }
    free(names);
    rmdir(dir);
}

static int write_file(const char *dir, const char *name, const char *text, struct ft_err *err)
{
    char *path = ft_fs_join(dir, name);
    FILE *f = fopen(path, "we");
    int rc = 0;

    if (!f || fputs(text, f) == EOF)
        rc = ft_err_errno(err, "cannot write '%s'", path);
    if (f && fclose(f) == EOF && rc == 0)
        rc = ft_err_errno(err, "cannot write '%s'", path);
    free(path);
    return rc;
}

static char *absolute(const char *path, struct ft_err *err)
{
    char here[PATH_MAX];

    if (*path == '/')
        return ft_strdup(path);
    if (!getcwd(here, sizeof here)) {
        ft_err_errno(err, "where is '%s'", path);
        return NULL;
    }
    return ft_fs_join(here, path);
}

static int write_unit(const char *dir, const char *source, const char *header, const char *entries,
                      struct ft_err *err)
{
    char *unit = ft_asprintf("#include \"ft_machine.h\"\n#include \"kernel.cu\"\n"
                             "FT_CPU_MODULE(%s)\n",
                             entries);
    struct ft_buf kernel = FT_BUF_INIT;
    int rc = write_file(dir, "fatune_config.h", header, err);

    ft_hostcc_source(source, &kernel);
    if (rc == 0)
        rc = write_file(dir, "kernel.cu", ft_buf_str(&kernel), err);
    ft_buf_free(&kernel);

    for (const struct machine_file *f = machine; rc == 0 && f->name; f++)
        rc = write_file(dir, f->name, f->text, err);
    if (rc == 0)
        rc = write_file(dir, "unit.cpp", unit, err);
    free(unit);
    return rc;
}

static void add_arguments(struct words *c, const char *dir,
                          const struct ft_compile_request *request, const char *source_path)
{
    char *source_dir = ft_fs_dirname(source_path);

    for (size_t i = 0; i < sizeof fixed_flags / sizeof fixed_flags[0]; i++)
        add(c, fixed_flags[i]);
    /* The name of the directory is another each time, the code should not be. */
    add(c, ft_arena_printf(c->arena, "-ffile-prefix-map=%s/=", dir));
    if (!request->is_own)
        add_words(c, more_flags());
    add(c, "-I");
    add(c, dir);
    add(c, "-I");
    add(c, ft_arena_strdup(c->arena, source_dir));
    for (const char *const *d = request->include_dirs; d && *d; d++) {
        add(c, "-I");
        add(c, *d);
    }
    add(c, "-o");
    add(c, ft_arena_printf(c->arena, "%s/build.so", dir));
    add(c, ft_arena_printf(c->arena, "%s/unit.cpp", dir));
    free(source_dir);
}

static void put_entries(const char *names, struct ft_compile_result *result)
{
    const int max = sizeof result->entries / sizeof *result->entries;

    for (const char *at = names; *at && result->n_entries < max; at += strspn(at, ", ")) {
        struct ft_entry_resources *e = &result->entries[result->n_entries++];
        const size_t n = strcspn(at, ",");

        snprintf(e->entry, sizeof e->entry, "%.*s", (int)n, at);
        at += n;
    }
}

/* In dir, with everything known. */
static int compile_in(const char *dir, const struct ft_compile_request *request,
                      const char *source_path, const char *source, const char *entries,
                      struct ft_compile_result *result, struct ft_err *err)
{
    struct words c = {0};
    struct ft_buf text = FT_BUF_INIT;
    char *object = ft_fs_join(dir, "build.so");
    int status = 0, rc = -1;

    begin_command(&c);
    add_arguments(&c, dir, request, source_path);
    if (write_unit(dir, source, request->header, entries, err) < 0 ||
        run(&c, dir, &text, &status, err) < 0)
        goto out;
    ft_hostcc_log(ft_buf_str(&text), dir, source_path, &result->log);
    if (status != 0) {
        result->outcome = FT_OUT_COMPILE_FAILED;
        explain(status, &result->log);
    } else if (ft_fs_read(object, &result->cubin, err) < 0) {
        goto out;
    } else {
        put_entries(entries, result);
    }
    rc = 0;
out:
    end_command(&c);
    ft_buf_free(&text);
    free(object);
    return rc;
}

int ft_hostcc_compile(const struct ft_compile_request *request, struct ft_compile_result *out,
                      struct ft_err *err)
{
    struct ft_compile_result result = {.outcome = FT_OUT_OK};
    struct ft_buf source = FT_BUF_INIT, entries = FT_BUF_INIT;
    const int64_t begin_ns = ft_now_ns();
    char *source_path = absolute(request->source_path, err), *dir = NULL;
    int rc = -1;

    if (!source_path || ft_fs_read(source_path, &source, err) < 0)
        goto out;
    if (ft_hostcc_entries(ft_buf_str(&source), &entries) == 0) {
        result.outcome = FT_OUT_COMPILE_FAILED;
        ft_buf_puts(&result.log, "kernel.cu(1): error: it has no __global__ function\n");
    } else {
        dir = make_dir(err);
        if (!dir || compile_in(dir, request, source_path, ft_buf_str(&source), ft_buf_str(&entries),
                               &result, err) < 0)
            goto out;
    }
    result.wall_ns = (double)(ft_now_ns() - begin_ns);
    *out = result;
    memset(&result, 0, sizeof result);
    rc = 0;
out:
    if (dir)
        remove_dir(dir);
    ft_compile_result_free(&result);
    ft_buf_free(&source);
    ft_buf_free(&entries);
    free(source_path);
    free(dir);
    return rc;
}
