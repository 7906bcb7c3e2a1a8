/* shard.c -- where an experiment is cut
 *
 * The idea: put the problems in an order in which those with the same builds are neighbours, give
 * each an expected cost, and cut the line into n pieces of equal cost. A cut moves to a place
 * between two groups of builds where one is near.
 *
 * Why not a hash of each problem's key, which would leave every other problem where it is when one
 * is added: with a few dozen problems it is far from balanced, and every shard would compile nearly
 * every build. A problem that changes its shard is measured again there; a merge has room for both.
 *
 * Costs are those of a reference device and not of the one at hand: were they not, shards of
 * unequal machines could overlap, or leave a problem out.
 */
#include "model/shard.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"

#define MAX_SHARDS 10000
#define REFERENCE  "sm_90a"
/* Seconds; only their ratio matters. A config is loaded, validated and timed; a problem is set up,
 * and its best race. */
#define CONFIG_S         0.03
#define PROBLEM_S        0.5
#define CALLS_A_CONFIG   10
#define BYTES_A_S        2e12
#define OPERATIONS_A_S   2e14
#define NEAR_A_CUT_RATIO 0.1 /* of a shard */

struct piece {
    size_t problem_i;
    const char *key;
    char group[FT_HEX_BYTES]; /* equal: the same builds */
    double cost;
};

int ft_shard_parse(const char *text, struct ft_shard *out, struct ft_err *err)
{
    char *end = NULL;
    long i = strtol(text, &end, 10), n = 0;
    int is_number = end != text && *end == '/' && text[0] >= '0' && text[0] <= '9';
    if (is_number) {
        const char *rest = end + 1;
        n = strtol(rest, &end, 10);
        is_number = end != rest && *end == 0 && rest[0] >= '0' && rest[0] <= '9';
    }
    if (!is_number || n < 1 || n > MAX_SHARDS || i < 1 || i > n) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' is no shard", text);
        ft_err_hint(err, "--shard 2/4 is the second of four; N is at most %d", MAX_SHARDS);
        return -1;
    }
    *out = (struct ft_shard){(int)i, (int)n};
    return 0;
}

/* The reference device, or for a family that does not run there the first one that it runs on. */
static int reference_device(const struct ft_family *family, const struct ft_problem *problem,
                            struct ft_device *out)
{
    char why[256];
    struct ft_err ignored = {0};
    const char *name = REFERENCE;
    for (size_t i = 0; name; name = ft_device_arch_name(i++))
        if (ft_device_for_arch(name, out, &ignored) == 0 &&
            ft_family_supports(family, problem, out, why, sizeof why))
            return 1;
    return 0;
}

/* Seconds that one call takes on a fast GPU, roughly. */
static double call_s(const struct ft_problem *problem)
{
    int32_t *lengths = NULL;
    if (problem->lengths != FT_LENGTHS_EQUAL) {
        lengths = ft_calloc((size_t)problem->f.batch, sizeof *lengths);
        ft_problem_lengths(problem, lengths);
    }
    double bytes_s = ft_problem_min_bytes(problem, lengths) / BYTES_A_S;
    double operations_s = ft_problem_flops(problem, lengths) / OPERATIONS_A_S;
    free(lengths);
    return bytes_s > operations_s ? bytes_s : operations_s;
}

static int measure(const struct ft_experiment *e, const char *family_glob, int64_t max_evals,
                   struct piece *piece, struct ft_err *err)
{
    const struct ft_problem *problem = &e->problems[piece->problem_i].problem;
    struct ft_sha256 group;
    uint64_t n_configs = 0;
    int rc = 0;
    ft_sha256_init(&group);
    for (size_t i = 0; rc == 0 && i < e->n_families; i++) {
        const struct ft_family *family = e->narrowings[i].family;
        struct ft_device device;
        struct ft_space space = {0};
        struct ft_config by_default;
        struct ft_buf header = FT_BUF_INIT;
        struct ft_err ignored = {0};
        if ((family_glob && fnmatch(family_glob, family->name, FNM_CASEFOLD) != 0) ||
            !reference_device(family, problem, &device))
            continue;
        rc = ft_space_enumerate(family, &e->narrowings[i], problem, &device, &space, err);
        n_configs += max_evals > 0 && (uint64_t)max_evals < space.n ? (uint64_t)max_evals : space.n;
        ft_space_free(&space);
        /* Of the same config, so that headers differ in what builds are specialised on, alone. */
        ft_config_default(family, &by_default);
        if (ft_config_header(&by_default, problem, &device, &header, &ignored) < 0)
            ft_buf_clear(&header);
        ft_sha256_add_field(&group, family->name, strlen(family->name));
        ft_sha256_add_field(&group, ft_buf_str(&header), header.len);
        ft_buf_free(&header);
    }
    ft_sha256_hex(&group, piece->group);
    piece->cost = PROBLEM_S + (double)n_configs * (CONFIG_S + CALLS_A_CONFIG * call_s(problem));
    return rc;
}

static int in_line(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    int order = strcmp(x->group, y->group);
    return order ? order : strcmp(x->key, y->key);
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

/* How many pieces lie before the cut at `at`, where `part` is the length of a shard. */
static size_t cut(const struct piece *line, size_t n, double at, double part)
{
    size_t nearest = 0, nearest_group = 0;
    double end = 0, best = at, best_group = at; /* the cut before the first */
    for (size_t k = 0; k < n; k++) {
        end += line[k].cost;
        double away = distance(end, at);
        if (away < best) {
            best = away;
            nearest = k + 1;
        }
        if (away < best_group && (k + 1 == n || strcmp(line[k].group, line[k + 1].group) != 0)) {
            best_group = away;
            nearest_group = k + 1;
        }
    }
    return best_group <= NEAR_A_CUT_RATIO * part ? nearest_group : nearest;
}

int ft_shard_select(const struct ft_shard *shard, const struct ft_experiment *e,
                    const char *problem_glob, const char *family_glob, int64_t max_evals,
                    unsigned char *selected, struct ft_err *err)
{
    struct piece *line = ft_calloc(e->n_problems + 1, sizeof *line);
    size_t n = 0;
    double total = 0;
    int rc = 0;
    memset(selected, 0, e->n_problems);
    for (size_t i = 0; rc == 0 && i < e->n_problems; i++) {
        if (problem_glob && !ft_problem_matches(&e->problems[i], problem_glob))
            continue;
        line[n] = (struct piece){.problem_i = i, .key = e->problems[i].key};
        rc = measure(e, family_glob, max_evals, &line[n++], err);
    }
    if (rc == 0) {
        qsort(line, n, sizeof *line, in_line);
        for (size_t k = 0; k < n; k++)
            total += line[k].cost;
        double part = total / shard->n;
        size_t first = shard->i == 1 ? 0 : cut(line, n, part * (shard->i - 1), part);
        size_t end = shard->i == shard->n ? n : cut(line, n, part * shard->i, part);
        for (size_t k = first; k < end; k++)
            selected[line[k].problem_i] = 1;
    }
    free(line);
    return rc;
}
