/* test_process.c -- children that answer, die, hang, talk nonsense, and leave children of their own
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/units.h"
#include "eval/process.h"

#define SECOND_NS 1000000000LL

static struct ft_process start_sh(const char *script)
{
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};
    const char *argv[] = {"sh", "-c", script, NULL};

    if (ft_process_start(&p, (char *const *)argv, NULL, NULL, &err) < 0)
        fail_msg("%s", err.text);
    return p;
}

/* A killed process may need a moment until its new parent has reaped it. */
static int is_gone(pid_t pid)
{
    for (int i = 0; i < 300; i++) {
        char path[64], state = 'X', line[256] = "";
        FILE *f;

        snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
        f = fopen(path, "r");
        if (!f)
            return 1;
        if (fgets(line, sizeof line, f) && strrchr(line, ')'))
            state = strrchr(line, ')')[2];
        fclose(f);
        if (state == 'Z' || state == 'X')
            return 1;
        usleep(10000);
    }
    return 0;
}

static void test_echo(void **state)
{
    struct ft_process p = start_sh("while read -r x <&3; do echo \"got $x\" >&3; done");
    struct ft_err err = {0};
    const char *line = NULL;

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ft_process_send(&p, "{\"do\":\"hello\"}", &err), 0);
        assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
        assert_string_equal(line, "got {\"do\":\"hello\"}");
    }
    assert_int_equal(ft_process_send(&p, "two\nlines", &err), -1);
    ft_process_stop(&p);
    assert_string_equal(p.exit_text, "exit status 0");
    assert_int_equal(p.fd, -1);
    ft_process_kill(&p, "again"); /* harmless, and the first reason stays */
    assert_string_equal(p.exit_text, "exit status 0");
}

static void test_lines_are_split(void **state)
{
    struct ft_process p =
        start_sh("printf 'a\\nbb\\nc' >&3; sleep 0.2; printf 'c\\n' >&3; read x <&3");
    const char *line = NULL;

    (void)state;
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_string_equal(line, "a");
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_string_equal(line, "bb");
    assert_int_equal(ft_process_recv(&p, 0, &line), 0);
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_string_equal(line, "cc");
    ft_process_stop(&p);
}

static void test_long_line(void **state)
{
    size_t n = 1000000;
    char *text = malloc(n + 1);
    struct ft_process p = start_sh("exec cat <&3 >&3");
    struct ft_err err = {0};
    const char *line = NULL;
    pid_t writer;

    (void)state;
    memset(text, 'x', n);
    text[n] = '\0';
    /* More than the socket holds, and cat answers while it reads: somebody else must do the
     * writing. */
    writer = fork();
    if (writer == 0)
        _exit(ft_process_send(&p, text, &err) == 0 ? 0 : 1);
    assert_int_equal(ft_process_recv(&p, 20 * SECOND_NS, &line), 1);
    assert_int_equal(strlen(line), n);
    assert_string_equal(line, text);
    waitpid(writer, NULL, 0);
    ft_process_kill(&p, "done");
    free(text);
}

static void test_deadline(void **state)
{
    struct ft_process p = start_sh("sleep 100 & echo $! >&3; wait");
    const char *line = NULL;
    int64_t begin_ns = ft_now_ns();
    pid_t grandchild;

    (void)state;
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    grandchild = (pid_t)atoi(line);
    assert_int_equal(ft_process_recv(&p, SECOND_NS / 10, &line), 0);
    assert_true(p.fd >= 0); /* a deadline that passed is the caller's to judge */
    ft_process_kill(&p, "deadline of 0.1 s");
    assert_string_equal(p.exit_text, "killed: deadline of 0.1 s");
    assert_true(ft_now_ns() - begin_ns < 4 * SECOND_NS);
    assert_true(is_gone(grandchild));
    assert_int_equal(ft_process_recv(&p, -1, &line), -1);
}

static void expect_end(const char *script, const struct ft_limits *limits, const char *text)
{
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};
    const char *argv[] = {"sh", "-c", script, NULL};
    const char *line;

    assert_int_equal(ft_process_start(&p, (char *const *)argv, limits, NULL, &err), 0);
    assert_int_equal(ft_process_recv(&p, 20 * SECOND_NS, &line), -1);
    assert_string_equal(p.exit_text, text);
    assert_int_equal(ft_process_send(&p, "{}", &err), -1);
    assert_non_null(strstr(err.text, text));
    ft_process_stop(&p);
}

static void test_exit_texts(void **state)
{
    struct ft_limits cpu = {.cpu_s = 1};

    (void)state;
    expect_end("exit 3", NULL, "exit status 3");
    expect_end("kill -SEGV $$", NULL, "signal 11 (Segmentation fault)");
    expect_end("kill -KILL $$", NULL, "signal 9 (Killed)");
    expect_end("exec 3>&-; sleep 100", NULL, "killed: it closed its socket and stayed");
    expect_end("printf 'a\\000b\\n' >&3; sleep 100", NULL, "killed: a NUL byte in a line");
    expect_end("while :; do :; done", &cpu, "signal 24 (CPU time limit exceeded)");
}

static void test_limits(void **state)
{
    struct ft_limits limits = {.memory_bytes = 256 << 20, .cpu_s = 7};
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};
    const char *argv[] = {"bash", "-c", "echo $(ulimit -v; ulimit -t; ulimit -c) >&3", NULL};
    const char *line = NULL;

    (void)state;
    assert_int_equal(ft_process_start(&p, (char *const *)argv, &limits, NULL, &err), 0);
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_string_equal(line, "262144 7 0");
    ft_process_stop(&p);
}

static void test_stop_of_the_deaf(void **state)
{
    struct ft_process p = start_sh("trap '' TERM; echo ready >&3; sleep 100");
    const char *line = NULL;

    (void)state;
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    ft_process_stop(&p);
    assert_string_equal(p.exit_text, "killed: it did not end when its input did");
}

static void test_zeroed_is_not_started(void **state)
{
    struct ft_process p = {0}, *ps[] = {&p};
    struct ft_err err = {0};
    const char *line;

    (void)state;
    assert_int_equal(ft_process_recv(&p, -1, &line), -1);
    assert_int_equal(ft_process_send(&p, "{}", &err), -1);
    assert_int_equal(ft_process_wait_any(ps, 1, -1), -1);
    ft_process_stop(&p);
    ft_process_kill(&p, "never started");
    assert_true(lseek(0, 0, SEEK_CUR) >= 0 || errno == ESPIPE); /* stdin is still open */
}

static void test_cannot_start(void **state)
{
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};
    const char *argv[] = {"/nonexistent/program", NULL};
    const char *line;

    (void)state;
    assert_int_equal(ft_process_start(&p, (char *const *)argv, NULL, NULL, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "/nonexistent/program"));
    assert_int_equal(ft_process_recv(&p, 0, &line), -1);
    ft_process_kill(&p, "never started");
    ft_process_stop(&p);
}

static void test_log_and_descriptors(void **state)
{
    char path[] = "/tmp/fatune-test-log-XXXXXX";
    int log_fd = mkstemp(path), leak = open("/dev/zero", O_RDONLY); /* without O_CLOEXEC */
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};
    struct ft_buf log = FT_BUF_INIT;
    const char *line = NULL;
    char script[] = "echo to stdout; echo to stderr >&2; [ -e /proc/self/fd/$0 ] && echo leak >&3 "
                    "|| echo clean >&3;"
                    " ps -o pgid= -p $$ >&3";
    char number[16];
    const char *argv[] = {"sh", "-c", script, number, NULL};

    (void)state;
    close(log_fd);
    snprintf(number, sizeof number, "%d", leak);
    assert_int_equal(ft_process_start(&p, (char *const *)argv, NULL, path, &err), 0);
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_string_equal(line, "clean");
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), 1);
    assert_int_equal(atoi(line), p.pid); /* leads its group */
    assert_int_equal(ft_process_recv(&p, 5 * SECOND_NS, &line), -1);
    assert_string_equal(p.log_path, path);
    ft_process_stop(&p);
    assert_int_equal(ft_fs_read(path, &log, &err), 0);
    assert_string_equal(ft_buf_str(&log), "to stdout\nto stderr\n");
    ft_buf_free(&log);
    close(leak);
    unlink(path);
}

static void test_wait_any(void **state)
{
    struct ft_process a = start_sh("read x <&3; sleep 0.1; echo late >&3; sleep 100");
    struct ft_process b = start_sh("printf 'one\\ntwo\\n' >&3; sleep 100");
    struct ft_process c = FT_PROCESS_INIT;
    struct ft_process *ps[] = {&c, &a, &b};
    struct ft_err err = {0};
    const char *line = NULL;

    (void)state;
    assert_int_equal(ft_process_wait_any(ps, 3, 5 * SECOND_NS), 2);
    assert_int_equal(ft_process_recv(&b, 0, &line), 1);
    assert_string_equal(line, "one");
    assert_int_equal(ft_process_wait_any(ps, 3, 0), 2); /* already received */
    assert_int_equal(ft_process_recv(&b, 0, &line), 1);
    assert_string_equal(line, "two");
    assert_int_equal(ft_process_wait_any(ps, 3, SECOND_NS / 20), -1);
    assert_int_equal(ft_process_send(&a, "go", &err), 0);
    assert_int_equal(ft_process_wait_any(ps, 3, 5 * SECOND_NS), 1);
    assert_int_equal(ft_process_recv(&a, 0, &line), 1);
    assert_string_equal(line, "late");
    kill(b.pid, SIGKILL); /* while its sleep still holds the socket */
    assert_int_equal(ft_process_wait_any(ps, 3, 5 * SECOND_NS), 2); /* gone counts */
    assert_int_equal(ft_process_recv(&b, 0, &line), -1);
    assert_string_equal(b.exit_text, "signal 9 (Killed)");
    ft_process_kill(&a, "done");
    assert_int_equal(ft_process_wait_any(ps, 3, -1), -1); /* nobody left to wait for */
    ft_process_stop(&b);
}

/* The parent is killed -9: its child must follow. */
static void test_dies_with_parent(void **state)
{
    int pipe_fds[2];
    pid_t middle, child = 0;

    (void)state;
    assert_int_equal(pipe(pipe_fds), 0);
    middle = fork();
    if (middle == 0) {
        struct ft_process p = start_sh("exec sleep 100");

        if (write(pipe_fds[1], &p.pid, sizeof p.pid) < 0)
            _exit(1);
        pause();
    }
    assert_int_equal(read(pipe_fds[0], &child, sizeof child), sizeof child);
    assert_int_equal(kill(child, 0), 0);
    kill(middle, SIGKILL);
    waitpid(middle, NULL, 0);
    assert_true(is_gone(child));
    close(pipe_fds[0]);
    close(pipe_fds[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_echo),
        cmocka_unit_test(test_lines_are_split),
        cmocka_unit_test(test_long_line),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_exit_texts),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_stop_of_the_deaf),
        cmocka_unit_test(test_zeroed_is_not_started),
        cmocka_unit_test(test_cannot_start),
        cmocka_unit_test(test_log_and_descriptors),
        cmocka_unit_test(test_wait_any),
        cmocka_unit_test(test_dies_with_parent),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
