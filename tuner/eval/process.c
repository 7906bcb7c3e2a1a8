/* process.c -- child processes that speak lines over a socket pair
 *
 * Idea: whatever may crash, hang or poison a CUDA context runs in a child that can be killed. The
 * parent never holds a CUDA context, so fork followed by exec is safe; between the two the child
 * calls only functions that are safe after a fork.
 *
 * Invariants
 * - pid > 0 means started and not yet reaped; only reap() waits for it. Otherwise nothing else
 * counts, so a zeroed struct is one that was not started. As long as it is not reaped its number
 * cannot be reused, so killing the group -pid is safe.
 * - The group is killed before the child is reaped: what the child itself started never outlives
 * it.
 * - The end of a child shows on its pid_fd. End of file on the socket alone would not do: what the
 * child left behind may hold the other end.
 * - input holds bytes from the socket; its first `consumed` bytes were handed out and go away at
 * the next call.
 *
 * Ownership: struct ft_process is the caller's. pid, fd and input are given up when the child is
 * gone; ft_process_kill and ft_process_stop free the rest and may be called in every state but
 * uninitialised.
 */
#include "eval/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/units.h"

#define MAX_LINE_BYTES  (64u << 20) /* a longer line is a child gone mad */
#define SEND_TIMEOUT_S  10
#define REAP_TIMEOUT_NS 10000000000LL /* a process in the D state may stay for ever */
#define STOP_TIMEOUT_NS 2000000000LL
#define EXIT_TIMEOUT_NS 1000000000LL /* between a closed socket and the end of its process */

/* ---- starting --------------------------------------------------------------------------- */

static int limit(int resource, int64_t soft, int64_t hard)
{
    struct rlimit r = {(rlim_t)soft, (rlim_t)hard};

    return setrlimit(resource, &r);
}

/* What stands between fork and exec. Reports errno through error_fd, which exec closes. */
static void become_child(char *const argv[], const struct ft_limits *limits, int socket_fd,
                         int log_fd, int error_fd, pid_t parent)
{
    int null_fd, e;
    sigset_t none;
    struct sigaction dfl = {.sa_handler = SIG_DFL}, ignored = {.sa_handler = SIG_IGN};

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before the line above */
        _exit(1);

    /* Ignored signals and the mask survive exec; the child starts from the defaults. */
    for (int s = 1; s < NSIG; s++)
        sigaction(s, &dfl, NULL);
    /* Batch systems and service managers ask every process to end, and the parent's answer is to
     * finish the candidate and save. A child that ended would look as if the candidate had crashed
     * it. */
    sigaction(SIGTERM, &ignored, NULL);
    sigaction(SIGINT, &ignored, NULL);
    sigaction(SIGHUP, &ignored, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    /* Above the descriptors that are replaced below. */
    error_fd = fcntl(error_fd, F_DUPFD_CLOEXEC, FT_PROCESS_FD + 1);
    socket_fd = fcntl(socket_fd, F_DUPFD_CLOEXEC, FT_PROCESS_FD + 1);
    null_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (error_fd < 0 || socket_fd < 0 || null_fd < 0)
        goto fail;
    if (log_fd >= 0 && dup2(log_fd, STDERR_FILENO) < 0)
        goto fail;
    if (dup2(null_fd, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
        dup2(socket_fd, FT_PROCESS_FD) < 0)
        goto fail;
    /* Databases, sockets of other children: none of its business. */
    close_range(FT_PROCESS_FD + 1, ~0u, CLOSE_RANGE_CLOEXEC);

    limit(RLIMIT_CORE, 0, 0);
    if (limits && limits->memory_bytes > 0 &&
        limit(RLIMIT_AS, limits->memory_bytes, limits->memory_bytes) < 0)
        goto fail;
    /* One second between SIGXCPU, which names the cause, and SIGKILL. */
    if (limits && limits->cpu_s > 0 && limit(RLIMIT_CPU, limits->cpu_s, limits->cpu_s + 1) < 0)
        goto fail;

    execvp(argv[0], argv);
fail:
    e = errno;
    if (write(error_fd, &e, sizeof e) < 0)
        _exit(126);
    _exit(127);
}

int ft_process_start(struct ft_process *p, char *const argv[], const struct ft_limits *limits,
                     const char *log_path, struct ft_err *err)
{
    int sockets[2] = {-1, -1}, errors[2] = {-1, -1}, log_fd = -1, child_errno = 0, rc = -1;
    pid_t pid = -1, parent = getpid();
    struct timeval timeout = {.tv_sec = SEND_TIMEOUT_S};
    ssize_t n;

    if (log_path) {
        log_fd = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (log_fd < 0) {
            ft_err_errno(err, "cannot open log '%s'", log_path);
            goto out;
        }
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) < 0 ||
        pipe2(errors, O_CLOEXEC) < 0 ||
        setsockopt(sockets[0], SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) < 0) {
        ft_err_errno(err, "cannot make a socket pair for '%s'", argv[0]);
        goto out;
    }

    pid = fork();
    if (pid < 0) {
        ft_err_errno(err, "cannot start '%s'", argv[0]);
        goto out;
    }
    if (pid == 0)
        become_child(argv, limits, sockets[1], log_fd, errors[1], parent);

    /* End of file means that exec succeeded. */
    close(errors[1]);
    errors[1] = -1;
    do
        n = read(errors[0], &child_errno, sizeof child_errno);
    while (n < 0 && errno == EINTR);
    if (n != 0) {
        waitpid(pid, NULL, 0);
        errno = n == (ssize_t)sizeof child_errno ? child_errno : EIO;
        ft_err_errno(err, "cannot start '%s'", argv[0]);
        goto out;
    }

    memset(p, 0, sizeof *p);
    p->pid = pid;
    p->fd = sockets[0];
    p->pid_fd = pidfd_open(pid, 0); /* close-on-exec by itself */
    p->log_path = log_path ? ft_strdup(log_path) : NULL;
    sockets[0] = -1;
    rc = 0;
out:
    if (log_fd >= 0)
        close(log_fd);
    for (int i = 0; i < 2; i++) {
        if (sockets[i] >= 0)
            close(sockets[i]);
        if (errors[i] >= 0)
            close(errors[i]);
    }
    return rc;
}

/* ---- ending ----------------------------------------------------------------------------- */

static void sleep_ns(long ns)
{
    struct timespec t = {.tv_nsec = ns};

    nanosleep(&t, NULL);
}

/* 1 when the child has ended within the time; it is not reaped. */
static int has_ended(pid_t pid, int64_t timeout_ns)
{
    int64_t end_ns = ft_now_ns() + timeout_ns;

    for (long pause_ns = 100000;; pause_ns = pause_ns < 10000000 ? 2 * pause_ns : pause_ns) {
        siginfo_t info = {0};

        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 && errno == ECHILD)
            return 1;
        if (info.si_pid == pid)
            return 1;
        if (ft_now_ns() >= end_ns)
            return 0;
        sleep_ns(pause_ns);
    }
}

static void describe_exit(struct ft_process *p, int status)
{
    if (WIFSIGNALED(status))
        snprintf(p->exit_text, sizeof p->exit_text, "signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(p->exit_text, sizeof p->exit_text, "exit status %d", WEXITSTATUS(status));
}

/* Gives the child grace_ns to end by itself, kills the group and reaps. Without grace, or when it
 * was in vain, `why` is what ended it; otherwise how it ended is the news. */
static void reap(struct ft_process *p, int64_t grace_ns, const char *why)
{
    int status = 0;

    if (p->pid <= 0) {
        p->fd = p->pid_fd = -1;
        return;
    }
    close(p->fd);
    if (p->pid_fd >= 0)
        close(p->pid_fd);
    p->fd = p->pid_fd = -1;
    p->consumed = 0;
    ft_buf_free(&p->input);

    int by_itself = has_ended(p->pid, grace_ns);

    kill(-p->pid, SIGKILL);
    if (has_ended(p->pid, REAP_TIMEOUT_NS)) {
        waitpid(p->pid, &status, 0);
        if (by_itself && grace_ns > 0)
            describe_exit(p, status);
        else
            snprintf(p->exit_text, sizeof p->exit_text, "killed: %s", why);
    } else {
        snprintf(p->exit_text, sizeof p->exit_text,
                 "process %d survives SIGKILL: the kernel or the GPU hangs", (int)p->pid);
    }
    p->pid = 0;
}

static void forget_log(struct ft_process *p)
{
    free(p->log_path);
    p->log_path = NULL;
}

void ft_process_kill(struct ft_process *p, const char *why)
{
    reap(p, 0, why);
    forget_log(p);
}

void ft_process_stop(struct ft_process *p)
{
    /* The child sees the end of its input; it must not wait for the grace to pass. */
    if (p->pid > 0)
        shutdown(p->fd, SHUT_RDWR);
    reap(p, STOP_TIMEOUT_NS, "it did not end when its input did");
    forget_log(p);
}

/* ---- talking ---------------------------------------------------------------------------- */

static int send_all(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, data, n, MSG_NOSIGNAL);

        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return -1;
        data += sent;
        n -= (size_t)sent;
    }
    return 0;
}

int ft_process_send(struct ft_process *p, const char *line, struct ft_err *err)
{
    if (strchr(line, '\n'))
        return ft_err_set(err, FT_ERR_INTERNAL, "a message to a process has more than one line");
    if (p->pid <= 0)
        return ft_err_set(err, FT_ERR_ENV, "the process is gone: %s", p->exit_text);
    if (send_all(p->fd, line, strlen(line)) == 0 && send_all(p->fd, "\n", 1) == 0)
        return 0;
    /* EAGAIN is SO_SNDTIMEO: it lives but does not read. Half a line was sent, so it is of no more
     * use. */
    if (errno == EAGAIN)
        reap(p, 0, "it stopped reading its socket");
    else
        reap(p, EXIT_TIMEOUT_NS, "it closed its socket and stayed");
    return ft_err_set(err, FT_ERR_ENV, "the process is gone: %s", p->exit_text);
}

/* Drops what was handed out before. */
static void compact(struct ft_process *p)
{
    if (p->consumed == 0)
        return;
    memmove(p->input.data, p->input.data + p->consumed, p->input.len - p->consumed);
    p->input.len -= p->consumed;
    p->input.data[p->input.len] = '\0';
    p->consumed = 0;
}

static int has_line(const struct ft_process *p)
{
    return p->input.len > p->consumed &&
           memchr(p->input.data + p->consumed, '\n', p->input.len - p->consumed) != NULL;
}

/* Takes what the socket has, without waiting: 1 got some, 0 nothing there, -1 the other end is
 * closed. */
static int receive(struct ft_process *p)
{
    char chunk[16384];
    ssize_t n = recv(p->fd, chunk, sizeof chunk, MSG_DONTWAIT);

    if (n > 0) {
        ft_buf_add(&p->input, chunk, (size_t)n);
        return 1;
    }
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

/* After poll reported it: 1 when there is a line, or never will be. */
static int has_news(struct ft_process *p, int has_ended_already)
{
    compact(p);
    for (;;) {
        int got = receive(p);

        if (has_line(p) || got < 0 || p->input.len > MAX_LINE_BYTES)
            return 1;
        if (got == 0)
            return has_ended_already;
    }
}

/* Milliseconds for poll, rounded up so that it does not spin; -1 for ever. */
static int poll_ms(int64_t end_ns)
{
    int64_t left_ns;

    if (end_ns < 0)
        return -1;
    left_ns = end_ns - ft_now_ns();
    if (left_ns <= 0)
        return 0;
    left_ns = (left_ns + 999999) / 1000000;
    return left_ns > 3600000 ? 3600000 : (int)left_ns;
}

int ft_process_wait_any(struct ft_process *const *ps, size_t n, int64_t timeout_ns)
{
    int64_t end_ns = timeout_ns < 0 ? -1 : ft_now_ns() + timeout_ns;
    struct pollfd *polls = ft_calloc(2 * n + 1, sizeof *polls);
    int found = -1;

    for (;;) {
        size_t n_open = 0;
        int last_look;

        for (size_t i = 0; i < n; i++) {
            int is_open = ps[i]->pid > 0; /* poll skips -1 */

            polls[2 * i] = (struct pollfd){.fd = is_open ? ps[i]->fd : -1, .events = POLLIN};
            polls[2 * i + 1] =
                (struct pollfd){.fd = is_open ? ps[i]->pid_fd : -1, .events = POLLIN};
            n_open += (size_t)is_open;
            if (is_open && has_line(ps[i])) {
                found = (int)i;
                goto out;
            }
        }
        if (n_open == 0)
            goto out;

        int ms = poll_ms(end_ns);

        last_look = ms == 0;
        if (poll(polls, 2 * n, ms) > 0) {
            for (size_t i = 0; i < n; i++) {
                if ((polls[2 * i].revents || polls[2 * i + 1].revents) &&
                    has_news(ps[i], polls[2 * i + 1].revents != 0)) {
                    found = (int)i;
                    goto out;
                }
            }
            last_look = 0;
        }
        if (last_look)
            goto out;
    }
out:
    free(polls);
    return found;
}

int ft_process_recv(struct ft_process *p, int64_t timeout_ns, const char **line)
{
    if (p->pid <= 0)
        return -1;
    compact(p);
    if (!has_line(p)) {
        if (ft_process_wait_any(&p, 1, timeout_ns) < 0)
            return 0;
        if (!has_line(p)) { /* the end, or a line without end */
            if (p->input.len > MAX_LINE_BYTES)
                reap(p, 0, "a line of more than 64 MiB");
            else
                reap(p, EXIT_TIMEOUT_NS, "it closed its socket and stayed");
            return -1;
        }
    }

    char *end = memchr(p->input.data, '\n', p->input.len);

    *end = '\0';
    p->consumed = (size_t)(end - p->input.data) + 1;
    if (strlen(p->input.data) + 1 != p->consumed) {
        reap(p, 0, "a NUL byte in a line");
        return -1;
    }
    *line = p->input.data;
    return 1;
}

/* ---- the child's side ------------------------------------------------------------------- */

int ft_child_read_line(struct ft_buf *line)
{
    static struct ft_buf pending; /* bytes behind the last line; one reader per process */

    for (;;) {
        char *end = pending.len ? memchr(pending.data, '\n', pending.len) : NULL;

        if (end) {
            size_t n = (size_t)(end - pending.data);

            ft_buf_clear(line);
            ft_buf_add(line, pending.data, n);
            memmove(pending.data, end + 1, pending.len - n - 1);
            pending.len -= n + 1;
            pending.data[pending.len] = '\0';
            return 1;
        }

        char chunk[16384];
        ssize_t n = read(FT_PROCESS_FD, chunk, sizeof chunk);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return 0;
        ft_buf_add(&pending, chunk, (size_t)n);
    }
}

int ft_child_write_line(const char *line)
{
    return send_all(FT_PROCESS_FD, line, strlen(line)) == 0 && send_all(FT_PROCESS_FD, "\n", 1) == 0
               ? 0
               : -1;
}
