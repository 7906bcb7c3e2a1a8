/* main.c -- argv to command to exit code
 *
 * `fatune --config X` is short for `fatune tune --config X`. `fatune --worker KIND` is how the
 * tuner starts itself as a child (eval/protocol.h). Only this file exits; only commands print.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "base/opt.h"
#include "cmd.h"
#include "eval/protocol.h"
#include "version.h"

const char ft_version[] = FT_VERSION " (" FT_GIT_REV ")";

static const struct ft_cmd commands[] = {
    {"tune", "find the fastest kernel for each problem of a config file (the default command)",
     ft_cmd_tune},
    {"check", "check families and config files: types, constraints, sizes of spaces", ft_cmd_check},
    {"list", "list families, params, strategies, metrics, devices or problems", ft_cmd_list},
    {"compile",
     "compile the builds of a config file, no GPU needed: registers, spills, shared memory",
     ft_cmd_compile},
    {"query", "show what won, by how much, and what failed", ft_cmd_query},
    {"compare", "two devices or two runs side by side, and what one loses with the other's winners",
     ft_cmd_compare},
    {"report", "write a page for people: winners against roof and baselines, as plots and tables",
     ft_cmd_report},
    {"export", "write winners as a dispatch table for libfatune, a C header, JSON or CSV",
     ft_cmd_export},
    {"merge", "join databases of several machines, shards or runs, nothing lost or twice",
     ft_cmd_merge},
    {"verify", "relaunch stored winners through libfatune: right, and as fast as stored?",
     ft_cmd_verify},
    {"reproduce", "rebuild, validate and time one stored trial again", ft_cmd_reproduce},
    {"explain", "say what holds a winner back: build, launch, work, counters", ft_cmd_explain},
    {"replay", "run search strategies against a recorded space, ours or another tuner's",
     ft_cmd_replay},
    {"score", "score strategies as the autotuning community does, from replays", ft_cmd_score},
    {"doctor", "say what of driver, compiler, profiler and data is there", ft_cmd_doctor},
};
#define N_COMMANDS (sizeof commands / sizeof *commands)

static void print_help(FILE *out)
{
    fprintf(out,
            "fatune %s: finds, proves and stores the fastest attention kernels for a GPU\n\n"
            "usage: fatune [COMMAND] [OPTIONS]   (fatune COMMAND --help for its options)\n\n",
            ft_version);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fprintf(out, "\nexit codes: 0 ok, 1 a problem was found, 2 usage or config, 3 environment, 4 "
                 "partial (saved), 5 internal\n");
}

static int run_worker(const char *kind)
{
    if (strcmp(kind, "compile") == 0)
        return ft_worker_compile_main();
    if (strcmp(kind, "gpu") == 0)
        return ft_worker_gpu_main(0);
    if (strcmp(kind, "counters") == 0)
        return ft_worker_gpu_main(1);
    fprintf(stderr, "fatune: unknown worker '%s'\n", kind);
    return FT_ERR_USAGE;
}

static const struct ft_cmd *find_command(const char *name, struct ft_err *err)
{
    const char *names[N_COMMANDS];
    for (size_t i = 0; i < N_COMMANDS; i++) {
        names[i] = commands[i].name;
        if (strcmp(name, names[i]) == 0)
            return &commands[i];
    }
    ft_err_set(err, FT_ERR_USAGE, "unknown command '%s'", name);
    const char *near = ft_nearest_name(name, names, N_COMMANDS);
    if (near)
        ft_err_hint(err, "did you mean '%s'? 'fatune --help' lists all commands", near);
    else
        ft_err_hint(err, "'fatune --help' lists all commands");
    return NULL;
}

/* Output that could not be written is a failure, unless the reader closed the pipe: that is its
 * choice. */
static int finish(int code)
{
    const int had_failed = ferror(stdout), flush = fflush(stdout);
    if ((had_failed || flush != 0) && errno != EPIPE) {
        fprintf(stderr, "fatune: cannot write to standard output\n");
        return code == FT_OK ? FT_ERR_ENV : code;
    }
    return code;
}

int main(int argc, char **argv)
{
    struct ft_err err = {0};
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    if (argc == 3 && strcmp(argv[1], "--worker") == 0)
        return run_worker(argv[2]);
    if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(argc < 2 ? stderr : stdout);
        return finish(argc < 2 ? FT_ERR_USAGE : FT_OK);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("fatune %s\n", ft_version);
        return finish(FT_OK);
    }
    const struct ft_cmd *cmd = &commands[0];
    int skip = 0;
    if (argv[1][0] != '-') {
        cmd = find_command(argv[1], &err);
        skip = 1;
    }
    int code = cmd ? cmd->run(argc - skip, argv + skip, &err) : FT_ERR_USAGE;
    if (err.code != FT_OK) {
        ft_err_print(&err);
        if (code == FT_OK)
            code = err.code;
    }
    return finish(code);
}
