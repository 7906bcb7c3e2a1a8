/* process.h -- child processes that speak lines: workers and outside baselines
 *
 * A child is exec'ed (never forked after CUDA), leads its own process group, dies with its parent,
 * and talks over a socket pair on its descriptor 3 (its stdout and stderr go to the parent's
 * stderr, or to a log). One message is one line of JSON. A closed socket kills the whole group, and
 * so does the caller (ft_process_kill) after a deadline that passed or a malformed line; the exit
 * reason is kept. A parent that dies takes its children along (PR_SET_PDEATHSIG: it follows the
 * *thread* that started the child).
 */
#ifndef FT_PROCESS_H
#define FT_PROCESS_H
#include <sys/types.h>
#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"

#define FT_PROCESS_FD 3
struct ft_limits {
    int64_t memory_bytes; /* RLIMIT_AS; 0: none, as for GPU workers (CUDA reserves address space) */
    int64_t cpu_s;        /* RLIMIT_CPU; 0: none */
};
struct ft_process {
    pid_t pid;
    int fd;              /* -1 when closed */
    int pid_fd;          /* readable when the child has ended; -1 where the kernel has none */
    struct ft_buf input; /* bytes received */
    size_t consumed;     /* of input, by the last line handed out */
    char exit_text[128]; /* "signal 11 (Segmentation fault)", "exit status 1", "killed: late" */
    char *log_path;      /* NULL: stderr is shared */
};
/* Not started (zeroed will do, too): all but start does nothing or says that it is gone. */
/* clang-format off */
#define FT_PROCESS_INIT {.fd = -1, .pid_fd = -1}
/* clang-format on */

/* argv[0] is looked up in PATH. *p is overwritten: it must not be running. A log is appended to. */
int ft_process_start(struct ft_process *p, char *const argv[], const struct ft_limits *limits,
                     const char *log_path, struct ft_err *err);
int ft_process_send(struct ft_process *p, const char *line, struct ft_err *err);
/* Next line into *line (without \n; valid until the next call). 1 got one, 0 the deadline passed,
 * -1 the child is gone (exit_text set). timeout_ns < 0: wait for ever; 0: poll. */
int ft_process_recv(struct ft_process *p, int64_t timeout_ns, const char **line);
/* Waits until one of the processes has a line or is gone: its index, or -1 on time-out. Entries
 * with fd -1 are skipped. */
int ft_process_wait_any(struct ft_process *const *ps, size_t n, int64_t timeout_ns);
/* Both leave a struct that owns nothing (exit_text stays), and may be called when the child is gone
 * already. */
void ft_process_kill(struct ft_process *p, const char *why); /* SIGKILL to the group, reaps */
void ft_process_stop(struct ft_process *p); /* closes the socket, waits up to 2 s, then kills */

/* The child's side. */
int ft_child_read_line(struct ft_buf *line); /* 1 line, 0 end of input */
int ft_child_write_line(const char *line);
#endif
