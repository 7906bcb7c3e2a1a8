/* cmd_explain.c -- `fatune explain PROBLEM`: why the winner takes the time it takes, from stored
 * facts
 *
 * Build (registers, shared memory: which of them limits the CTAs an SM holds), launch (CTAs, waves,
 * SMs left idle), work (bytes and FLOPs against the measured read roof), counters (traffic against
 * the least; tensor, shared-memory and issue use over the cycles in which SMs were active).
 * Nothing is measured here; a sentence at the end says what the numbers point at.
 *
 * Percentages that the profiler gives of elapsed time are of no use for short kernels: its interval
 * is 48 to 87 us longer than the kernel (driver 580, H200: 77 us for a kernel of 5.3 us).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "runtime/problem.h"
#include "runtime/program.h"
#include "store/select.h"

#define WARP     32
#define REG_UNIT 256 /* registers are handed out to a warp in units of so many */
#define SMEM_RESERVED_BYTES                                                                        \
    1024                 /* of each CTA, for the system (compute capability 8 and later)           \
                          */
#define SHORT_NS 30000.0 /* below this a kernel is mostly start, one pass and end */

static const char query_text[] =
    "SELECT w.device AS device, w.problem AS problem, w.key AS key, w.own_contestant AS family, "
    "w.own_config AS config, "
    "w.own_median_ns AS ns, w.spread_ratio AS spread, w.roof_ns AS roof_ns, w.n_ties AS n_ties, "
    "w.ties AS ties, "
    "w.contestant AS best, w.median_ns AS best_ns, b.regs AS regs, b.spill_bytes AS spill_bytes, "
    "t.smem_bytes AS smem_bytes, t.ctas_per_sm AS ctas_per_sm, t.workspace_bytes AS "
    "workspace_bytes, l.text AS program, "
    "d.sms AS sms, d.cc AS cc, d.l2_bytes AS l2_bytes, d.smem_per_sm_bytes AS smem_per_sm, "
    "d.smem_per_cta_bytes AS smem_per_cta, "
    "d.regs_per_sm AS regs_per_sm, d.max_threads_per_sm AS max_threads_per_sm, d.max_ctas_per_sm "
    "AS max_ctas_per_sm, "
    "d.read_roof_gbps AS read_roof_gbps, p.flops AS flops, p.min_bytes AS min_bytes, t.id AS "
    "trial_id "
    "FROM winners w JOIN trial t ON t.id = w.own_trial_id JOIN launch_program l ON l.id = "
    "t.program_id "
    "JOIN build b ON b.id = t.build_id JOIN device d ON d.id = w.device_id JOIN problem p ON p.id "
    "= w.problem_id "
    "WHERE (?1 IS NULL OR ft_glob('*' || ?1 || '*', w.device)) AND (ft_glob(?2, w.key) OR EXISTS "
    "(SELECT 1 FROM problem_name n WHERE n.problem_id = w.problem_id AND ft_glob(?2, n.name))) "
    "ORDER BY w.device_id, w.problem_id";

/* One winner's facts, by column of the query. */
struct facts {
    int n;
    const char *const *names;
    const char *const *values;
};

static const char *text_of(const struct facts *f, const char *name)
{
    const char *text = ft_db_row_text(f->n, f->names, f->values, name);
    return text ? text : "";
}

static double number_of(const struct facts *f, const char *name)
{
    return ft_db_row_number(f->n, f->names, f->values, name);
}

struct counters { /* of one launch; NaN: not collected */
    double dram_read, dram_write, tensor_elapsed_percent, cycles_elapsed, cycles_active,
        issue_percent, warps_percent, conflicts, wavefronts;
};

/* What follows from them. */
struct usage {
    double memory_percent; /* bytes moved, against a plain read in the same time */
    double tensor_percent; /* of the cycles in which SMs were active, as the next two */
    double shared_percent; /* an SM serves at most one wavefront a cycle */
    double issue_percent, warps_percent;
};

static int add_counter(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct counters *c = ctx;
    const struct {
        const char *name;
        double *value;
    } wanted[] = {
        {"dram__bytes_read.sum", &c->dram_read},
        {"dram__bytes_write.sum", &c->dram_write},
        {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
         &c->tensor_elapsed_percent},
        {"gpc__cycles_elapsed.max", &c->cycles_elapsed},
        {"sm__cycles_active.avg", &c->cycles_active},
        {"smsp__issue_active.avg.pct_of_peak_sustained_active", &c->issue_percent},
        {"sm__warps_active.avg.pct_of_peak_sustained_active", &c->warps_percent},
        {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", &c->conflicts},
        {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", &c->wavefronts},
    };
    const char *name = ft_db_row_text(n, names, values, "name");
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (strcmp(name, wanted[i].name) == 0)
            *wanted[i].value = ft_db_row_number(n, names, values, "value");
    return 0;
}

static struct usage usage_of(const struct facts *f, const struct counters *c)
{
    return (struct usage){
        .memory_percent = 100 * (c->dram_read + c->dram_write) / number_of(f, "ns") /
                          number_of(f, "read_roof_gbps"),
        .tensor_percent = c->tensor_elapsed_percent * c->cycles_elapsed / c->cycles_active,
        .shared_percent = 100 * c->wavefronts / (number_of(f, "sms") * c->cycles_active),
        .issue_percent = c->issue_percent,
        .warps_percent = c->warps_percent,
    };
}

/* What keeps more CTAs off an SM: the resource with the fewest. */
static const char *ctas_limit(const struct facts *f, int threads)
{
    const double warps = ceil((double)threads / WARP);
    const double regs = ceil(number_of(f, "regs") * WARP / REG_UNIT) * REG_UNIT * warps;
    const struct {
        const char *what;
        double ctas;
    } limits[] = {
        {"registers", floor(number_of(f, "regs_per_sm") / regs)},
        {"shared memory",
         floor(number_of(f, "smem_per_sm") / (number_of(f, "smem_bytes") + SMEM_RESERVED_BYTES))},
        {"threads", floor(number_of(f, "max_threads_per_sm") / (warps * WARP))},
        {"the CTA limit", number_of(f, "max_ctas_per_sm")},
    };
    size_t least = 0;
    for (size_t i = 1; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].ctas < limits[least].ctas)
            least = i;
    return limits[least].what;
}

static int evaluate(const struct facts *f, const struct ft_problem *problem,
                    struct ft_program *program, struct ft_launch *launch, struct ft_err *err)
{
    const struct ft_device_vars device = {.sms = (int64_t)number_of(f, "sms"),
                                          .cc = (int64_t)number_of(f, "cc"),
                                          .l2_bytes = (int64_t)number_of(f, "l2_bytes"),
                                          .smem_per_sm = (int64_t)number_of(f, "smem_per_sm"),
                                          .smem_per_cta = (int64_t)number_of(f, "smem_per_cta")};
    int64_t vars[FT_N_LAUNCH_VARS];
    char why[256];
    ft_program_vars(&problem->f, problem->lengths != FT_LENGTHS_EQUAL, &device,
                    (int64_t)number_of(f, "regs"), (int64_t)number_of(f, "ctas_per_sm"), vars);
    if (ft_program_parse(text_of(f, "program"), program, why, sizeof why) < 0 ||
        ft_program_eval(program, vars, launch, why, sizeof why) < 0)
        return ft_err_set(err, FT_ERR_INTERNAL, "the stored launch program of '%s': %s",
                          text_of(f, "problem"), why);
    return 0;
}

static void put_launch(struct ft_buf *out, const struct facts *f, const struct ft_program *program,
                       const struct ft_launch *launch)
{
    for (int i = 0; i < launch->n_kernels; i++) {
        const struct ft_launch_kernel *k = &launch->kernels[i];
        const double ctas = (double)k->grid[0] * k->grid[1] * k->grid[2], sms = number_of(f, "sms");
        const double slots = sms * number_of(f, "ctas_per_sm");
        ft_buf_printf(out, "%s%s: %u x %u x %u = %.0f CTAs of %u threads",
                      i ? "\n           " : "launch     ", program->kernels[k->kernel].entry,
                      k->grid[0], k->grid[1], k->grid[2], ctas,
                      k->block[0] * k->block[1] * k->block[2]);
        if (i > 0)
            continue;
        if (ctas < sms)
            ft_buf_printf(out, ", %.0f of %.0f SMs have none", sms - ctas, sms);
        else
            ft_buf_printf(out, ", %.2f waves of %.0f (the last one %.0f %% full)", ctas / slots,
                          slots, 100 * (ctas / slots - ceil(ctas / slots) + 1));
    }
    ft_buf_putc(out, '\n');
}

/* The one sentence: which resource the numbers point at. */
static const char *verdict(const struct facts *f, const struct counters *c, const struct usage *u,
                           double least_ns)
{
    const double ns = number_of(f, "ns");
    if (number_of(f, "spill_bytes") > 0)
        return "registers: it spills to local memory";
    if (least_ns / ns > 0.9)
        return "memory: it runs within 10 % of a plain read of the same bytes";
    if (u->tensor_percent > 70)
        return "tensor cores: they are busy most of the time";
    if (u->memory_percent > 80)
        return c->dram_read + c->dram_write > 1.2 * number_of(f, "min_bytes")
                   ? "memory, of which it moves more than needed"
                   : "memory";
    if (ns < SHORT_NS && least_ns / ns < 0.9)
        return "latency: start, first loads and the merge of partial results take longer than the "
               "bytes";
    if (c->conflicts > 0.2 * c->wavefronts)
        return "shared memory: many accesses meet bank conflicts";
    if (u->shared_percent > 70)
        return "shared memory: it serves accesses in most cycles";
    if (u->issue_percent > 70)
        return "instruction issue: the schedulers are busy most of the time";
    if (u->warps_percent < 15 && u->issue_percent < 50)
        return "latency: few warps, and their waits are not hidden";
    return "no single resource: no counter stands out";
}

struct explain {
    struct ft_db *db;
    struct ft_err *err;
    struct ft_buf *out;
    size_t n;
};

static int explain_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct explain *e = ctx;
    const struct facts f = {n, names, values};
    struct ft_problem problem;
    struct ft_program program = {0};
    struct ft_launch launch;
    struct counters c = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    char time[FT_UNIT_BYTES], bytes[FT_UNIT_BYTES];
    const char *args[] = {text_of(&f, "trial_id")};
    const double ns = number_of(&f, "ns"), min_bytes = number_of(&f, "min_bytes"),
                 flops = number_of(&f, "flops"), roof = number_of(&f, "read_roof_gbps");
    double least_ns = number_of(&f, "roof_ns");
    if (!(least_ns > 0))
        least_ns = min_bytes / roof;
    if (ft_problem_parse_key(text_of(&f, "key"), &problem) < 0)
        return ft_err_set(e->err, FT_ERR_INTERNAL, "the stored problem '%s' cannot be read",
                          text_of(&f, "key"));
    if (evaluate(&f, &problem, &program, &launch, e->err) < 0 ||
        ft_db_select(e->db, add_counter, &c, e->err,
                     "SELECT name, value FROM counters WHERE trial_id = ?", 1, args) < 0) {
        ft_program_free(&program);
        return -1;
    }
    const struct ft_launch_kernel *k = &launch.kernels[0];
    const int threads = (int)(k->block[0] * k->block[1] * k->block[2]);
    ft_buf_printf(e->out, "%s%s on %s\n", e->n++ ? "\n" : "", text_of(&f, "problem"),
                  text_of(&f, "device"));
    ft_buf_printf(e->out, "winner     %s %s: %s (+-%.1f %%)", text_of(&f, "family"),
                  text_of(&f, "config"), ft_format_ns(ns, time), 100 * number_of(&f, "spread"));
    if (number_of(&f, "n_ties") > 0)
        ft_buf_printf(e->out, ", cannot be told apart from %.0f more", number_of(&f, "n_ties"));
    if (number_of(&f, "best_ns") < ns)
        ft_buf_printf(e->out, "; %s is faster: %s", text_of(&f, "best"),
                      ft_format_ns(number_of(&f, "best_ns"), time));
    ft_buf_printf(e->out,
                  "\nbuild      %.0f registers, %.0f bytes spilled, %s of shared memory a CTA; an "
                  "SM holds %.0f CTAs (%.0f warps), limited by %s\n",
                  number_of(&f, "regs"), number_of(&f, "spill_bytes"),
                  ft_format_bytes(number_of(&f, "smem_bytes"), bytes), number_of(&f, "ctas_per_sm"),
                  number_of(&f, "ctas_per_sm") * ceil(threads / (double)WARP),
                  ctas_limit(&f, threads));
    put_launch(e->out, &f, &program, &launch);
    ft_buf_printf(
        e->out,
        "work       %s at least, %.2f GFLOP: %.1f FLOP a byte; %.0f GB/s, %.1f TFLOP/s reached\n",
        ft_format_bytes(min_bytes, bytes), flops / 1e9, flops / min_bytes, min_bytes / ns,
        flops / ns / 1e3);
    ft_buf_printf(e->out,
                  "           a plain read of these bytes takes %s: %.0f %% of that speed\n",
                  ft_format_ns(least_ns, time), 100 * least_ns / ns);
    const struct usage u = usage_of(&f, &c);
    if (!isnan(c.dram_read))
        ft_buf_printf(e->out,
                      "counters   memory moved %.2f times the least; tensor cores %.0f %%, shared "
                      "memory %.0f %%, issue slots %.0f %%, warps %.0f %% of active cycles; bank "
                      "conflicts %.1f %% of shared-memory wavefronts\n",
                      (c.dram_read + c.dram_write) / min_bytes, u.tensor_percent, u.shared_percent, u.issue_percent,
                      u.warps_percent, c.wavefronts > 0 ? 100 * c.conflicts / c.wavefronts : 0.0);
    else
        ft_buf_printf(e->out, "counters   not collected\n");
    ft_buf_printf(e->out, "held back by %s\n", verdict(&f, &c, &u, least_ns));
    ft_program_free(&program);
    return 0;
}

int ft_cmd_explain(int argc, char **argv, struct ft_err *err)
{
    const char *db_path = FT_DEFAULT_DB, *device = NULL;
    int n_operands = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &db_path, "FILE",
         "database of results (default " FT_DEFAULT_DB ")", 0, 0, NULL},
        {"device", 'd', FT_OPT_STRING, &device, "NAME", "only devices whose name contains this", 0,
         0, NULL},
        {0},
    };
    struct ft_buf out = FT_BUF_INIT;
    struct ft_db *db = NULL;
    int rc = ft_opt_parse(opts, argc, argv, "fatune explain PROBLEM [OPTIONS]",
                          "Says what holds a winner back: build, launch, work, counters; PROBLEM "
                          "is a name or a pattern.",
                          &n_operands, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (n_operands != 1) {
        ft_err_set(err, FT_ERR_USAGE, "give one PROBLEM");
        ft_err_hint(err,
                    "a name or a pattern: fatune explain 'qwen3-8b*'; 'fatune query' lists them");
        goto out;
    }
    const char *args[] = {device, argv[1]};
    if (!(db = ft_db_open(db_path, FT_DB_READ, err)))
        goto fail;
    struct explain e = {.db = db, .err = err, .out = &out};
    if (ft_db_select(db, explain_row, &e, err, query_text, 2, args) < 0)
        goto fail;
    if (e.n == 0) {
        const struct ft_db_filter filter = {.device = device, .problem = argv[1]};
        ft_db_explain_nothing(db, &filter, err);
        goto fail;
    }
    fputs(ft_buf_str(&out), stdout);
    code = FT_OK;
    goto out;
fail:
    code = err->code;
out:
    ft_db_close(db);
    ft_buf_free(&out);
    return code;
}
