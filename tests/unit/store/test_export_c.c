/* test_export_c.c -- the exported header compiles as C99 and C++17, chooses as the library does,
 * and changes only where winners change
 *
 * The header is compiled into a program that reads problems and writes its choices; the test makes
 * a few thousand around the stored ones and compares with runtime/match.c on the dispatch table of
 * the same winners, whose entries stand in the same order.
 */
#include "fixture.h"

#include "base/rng.h"
#include "format.h"
#include "store/export_c.h"

#define KERNEL     "kernel decode when=1 grid=p.batch,1,1 block=128,1,1 cluster=1,1,1 smem=0 pdl=0\n"
#define N_PROBLEMS 4000

/* The last ones need the checked arithmetic: shifts, products of 72 bits, divisions by what may be
 * 0, and failures that a side of && || ? discards. */
static const char *const programs[] = {
    "args 400\n" KERNEL,
    "args 400\nneed p.q_heads p.kv_heads / 4 ==\nneed p.seqlen_q 1 ==\n" KERNEL,
    "args 400\nneed p.seqlen_kv 64 % 0 == p.batch 8 <= ||\nneed 65536 d.smem_per_cta <=\n" KERNEL,
    "args 400\nneed p.page_size 0 == p.seqlen_kv p.page_size / 512 > ||\nneed d.cc 90 >= "
    "p.want_lse ! "
    "&&\n" KERNEL,
    "args 400\nneed p.batch p.q_heads * p.seqlen_kv * p.seqlen_q * 1 40 << <\nneed 7\n" KERNEL,
    "args 400\nneed p.page_size 0 == 1 p.seqlen_kv p.page_size ceil_div 100 < ?\nneed p.page_size "
    "0 == p.seqlen_kv p.page_size / 100 < 1 p.batch 5 > ? ||\n" KERNEL,
    "args 400\nneed p.page_size 0 != p.seqlen_kv p.page_size % 0 == && p.page_size 0 == ||\nneed "
    "p.seqlen_kv 1 >> 128 align d.l2_bytes neg d.l2_bytes max p.seqlen_q min >\n" KERNEL,
    "args 400\nneed p.seqlen_kv p.page_size ceil_div 100 <\n" KERNEL,
    "args 400\nneed p.has_lengths p.batch 4 < ||\nneed b.regs b.ctas_per_sm * 65536 <=\n" KERNEL,
    "args 400\nneed p.has_lengths 0 == p.has_lengths 1 == && 1 p.window_left 0 < ! - *\n" KERNEL};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const bases[] = {
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,",
    "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,kv=paged,page_size=16,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=512,mask=causal,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=3,",
    "dtype=fp16,head_dim=64,q_heads=32,kv_heads=8,seqlen_q=2048,mask=causal,window_left=1023,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,batch_invariant=1,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,want_lse=1,",
    "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,lengths=zipf,lengths_seed=3,"};

static void add_winner(struct fixture *f, const char *base, int batch, int seqlen_kv,
                       const char *program, int64_t build, double ns)
{
    struct ft_err err = {0};
    const char *name = "some-problem";
    struct ft_named_problem named = {.names = &name, .n_names = 1};
    char *key = ft_asprintf("%sbatch=%d,seqlen_kv=%d", base, batch, seqlen_kv);
    assert_int_equal(ft_problem_parse_key(key, &named.problem), 0);
    free(key);
    ft_problem_key(&named.problem, named.key);
    f->problem_id = ft_db_problem(f->db, &named, &err);
    OK(f->problem_id, err);
    struct ft_db_trial trial = some_trial(f, build, "Bc=32,load=cp_async,splits=4");
    trial.program = program;
    struct ft_db_winner winner = some_winner(f, add_trial(f->db, &trial), ns);
    OK(ft_db_set_winner(f->db, &winner, &err), err);
}

/* Two devices of one architecture and one of another, each with winners in every class. */
static void fill(struct fixture *f)
{
    struct ft_err err = {0};
    fixture_fill(f);
    int64_t build = add_build(f->db, f->family_id, "k", "CUBIN");
    struct ft_device devices[] = {some_device("NVIDIA H200", 132), some_device("NVIDIA H200", 66),
                                  some_device("NVIDIA A100-SXM4-80GB", 108)};
    snprintf(devices[1].partition, sizeof devices[1].partition, "66 SMs");
    devices[2].cc = 80;
    size_t n = 0;
    OK(ft_db_begin(f->db, &err), err);
    for (size_t d = 0; d < COUNT(devices); d++) {
        f->device_id = ft_db_device(f->db, &devices[d], &err);
        f->run_id = add_run(f->db, f->device_id, "580.65");
        for (size_t b = 0; b < COUNT(bases); b++)
            for (int batch = 1; batch <= 64; batch *= 4)
                for (int kv = 1024; kv <= 16384; kv *= 4, n++)
                    if ((n + d) % 5 != 0)
                        add_winner(f, bases[b], batch, kv + (n % 7 == 0 ? 24 : 0),
                                   programs[n % COUNT(programs)], build,
                                   n % 3 == 0 ? 5000 : 1000.0 + (double)n);
    }
    OK(ft_db_commit(f->db, &err), err);
}

/* ---- the library's answer ---- */

struct launchable {
    const struct ft_problem *problem; /* normalised */
    const struct ft_table_query *query;
    const struct ft_device *device;
};

/* As the library asks before it loads anything: without lengths, then with. */
static int can_launch(void *ctx, const struct ft_table_build *build, char *why, size_t cap)
{
    const struct launchable *l = ctx;
    const fatune_problem *p = &l->problem->f;
    int64_t vars[FT_N_LAUNCH_VARS] = {[FT_VAR_P_BATCH] = p->batch,
                                      [FT_VAR_P_Q_HEADS] = p->q_heads,
                                      [FT_VAR_P_KV_HEADS] = p->kv_heads,
                                      [FT_VAR_P_SEQLEN_Q] = p->seqlen_q,
                                      [FT_VAR_P_SEQLEN_KV] = p->seqlen_kv,
                                      [FT_VAR_P_PAGE_SIZE] = p->page_size,
                                      [FT_VAR_P_WINDOW_LEFT] = p->window_left,
                                      [FT_VAR_P_WINDOW_RIGHT] = p->window_right,
                                      [FT_VAR_P_WANT_LSE] = p->want_lse,
                                      [FT_VAR_P_BATCH_INVARIANT] = p->batch_invariant,
                                      [FT_VAR_D_SMS] = l->query->sms,
                                      [FT_VAR_D_CC] = l->query->cc,
                                      [FT_VAR_D_L2_BYTES] = l->device->l2_bytes,
                                      [FT_VAR_D_SMEM_PER_SM] = l->device->smem_per_sm,
                                      [FT_VAR_D_SMEM_PER_CTA] = l->device->smem_per_cta,
                                      [FT_VAR_B_REGS] = build->regs,
                                      [FT_VAR_B_CTAS_PER_SM] = 1};
    struct ft_launch launch;
    for (int v = 0; v < 2; v++) {
        vars[FT_VAR_P_HAS_LENGTHS] = v;
        if (ft_program_eval(&build->program, vars, &launch, why, cap) == 0)
            return 1;
    }
    return 0;
}

/* ---- problems ---- */

struct query {
    struct ft_problem problem; /* as asked, not normalised */
    int device, allow_nearest, allow_other_device;
};

static const struct {
    const char *name;
    int cc, sms;
} queried[] = {{"NVIDIA H200", 90, 132},
               {"NVIDIA H200", 90, 66},
               {"NVIDIA A100-SXM4-80GB", 80, 108},
               {"NVIDIA H100", 90, 114},
               {"NVIDIA H200 NVL", 90, 132}};

static uint64_t below(struct ft_rng *rng, uint64_t n)
{
    return ft_rng_below(rng, n);
}

static void vary(struct ft_rng *rng, int32_t *v, int32_t most)
{
    static const double factors[] = {0.25, 0.5, 0.7, 0.999, 1, 1, 1.001, 1.3, 2, 3, 4, 6, 9};
    double to = *v * factors[below(rng, COUNT(factors))];
    *v = to < 1 ? 1 : to > most ? most : (int32_t)to;
}

static struct query random_query(struct ft_rng *rng, const struct ft_table *table)
{
    struct query q = {.problem = table->entries[below(rng, table->n_entries)].problem,
                      .device = (int)below(rng, COUNT(queried)),
                      .allow_nearest = below(rng, 5) != 0,
                      .allow_other_device = below(rng, 3) == 0};
    fatune_problem *p = &q.problem.f;
    q.problem.lengths = 0;
    q.problem.lengths_seed = 0;
    switch (
        below(rng, 16)) { /* often of a class that is stored, sometimes not, sometimes no problem */
    case 0:
        p->batch = 1 << 24;
        break;
    case 1:
        p->head_dim = 96;
        break;
    case 2:
        p->window_right = (int)below(rng, 3);
        break;
    case 3:
        p->window_left = (int)below(rng, 20000);
        break;
    case 4:
        p->seqlen_q = 1 + (int)below(rng, 3);
        p->window_right = (int)below(rng, 4) - 1;
        break;
    case 5:
        p->kv_heads = (int)below(rng, 5);
        break;
    case 6:
        p->mask = !p->mask;
        break;
    case 7:
        p->dtype = (int)below(rng, 6);
        break;
    case 8:
        p->want_lse = !p->want_lse;
        break;
    case 9:
        p->batch_invariant = !p->batch_invariant;
        break;
    case 10:
        p->op = (int)below(rng, 2);
        break;
    default:
        break;
    }
    vary(rng, &p->batch, 1 << 24);
    if (p->seqlen_q > 1)
        vary(rng, &p->seqlen_q, 1 << 30);
    vary(rng, &p->seqlen_kv, 1 << 30);
    if (p->kv == FATUNE_KV_PAGED)
        p->page_size = 1 << below(rng, 10);
    return q;
}

/* ---- the header's answer ---- */

static const char driver[] =
    "#include \"qwen3.h\"\n"
    "#include <stdio.h>\n"
    "int main(void)\n"
    "{\n"
    "    struct qwen3_select_problem p;\n"
    "    struct qwen3_select_device d = {NULL, 0, 0, 0, 0, 0};\n"
    "    char name[100];\n"
    "    int allow;\n"
    "    while (scanf(\"%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d %d%d%d %99[^\\n]\", &p.op, &p.dtype,\n"
    "                 &p.kv_dtype, &p.o_dtype, &p.head_dim, &p.head_dim_v, &p.q_heads, "
    "&p.kv_heads,\n"
    "                 &p.batch, &p.seqlen_q, &p.seqlen_kv, &p.mask, &p.window_left, "
    "&p.window_right,\n"
    "                 &p.kv, &p.page_size, &p.want_lse, &p.batch_invariant, &allow, &d.cc, "
    "&d.sms,\n"
    "                 name) == 22) {\n"
    "        enum qwen3_select_match how;\n"
    "        const struct qwen3_select_entry *e;\n"
    "        d.name = name;\n"
    "        e = qwen3_select(&p, &d, allow, &how);\n"
    "        printf(\"%d %d\\n\", e ? (int)(e - qwen3_select_entries) : -1, (int)how);\n"
    "        if (e && (qwen3_select_value(e, \"Bc\", 0) != 32 ||\n"
    "                  qwen3_select_value(e, \"load\", 0) != QWEN3_SELECT_WORD ||\n"
    "                  qwen3_select_value(e, \"B\", -7) != -7 || !e->kernel->program[1]))\n"
    "            return 1;\n"
    "    }\n"
    "    qwen3_select_problem_init(&p, 32, 8, 128, 1, 1024);\n"
    "    return p.head_dim_v != 128;\n"
    "}\n";

static void write_text(const struct fixture *f, const char *name, const char *text, size_t n)
{
    struct ft_err err = {0};
    char *path = ft_fs_join(f->dir, name);
    OK(ft_fs_write_atomic(path, text, n, &err), err);
    free(path);
}

static void shell(const struct fixture *f, const char *command)
{
    char *line = ft_asprintf("cd '%s' && %s", f->dir, command);
    if (system(line) != 0)
        fail_msg("%s", line);
    free(line);
}

static void export_header(struct fixture *f, struct ft_db_filter filter, struct ft_buf *out,
                          struct ft_export_counts *counts)
{
    struct ft_err err = {0};
    OK(ft_export_c(f->db, &filter, "qwen3", "a test", out, counts, &err), err);
}

/* The program as both languages; -O2 sees more than -O0. */
static void compile(const struct fixture *f)
{
    write_text(f, "driver.c", driver, strlen(driver));
    shell(f, "cc -std=c99 -O2 -Wall -Wextra -Werror -pedantic -o driver driver.c");
    shell(f, "g++ -std=c++17 -Wall -Wextra -Werror -pedantic -x c++ -o driver++ driver.c");
    /* Included and not used, twice in one program: nothing clashes, nothing is unused. */
    shell(f, "printf '#include \"qwen3.h\"\\n#include \"qwen3.h\"\\nint x;\\n' >other.c && "
             "cc -std=c99 -Wall -Wextra -Werror -pedantic -c other.c && "
             "g++ -std=c++17 -Wall -Wextra -Werror -x c++ -c -o other2.o other.c");
}

static void compare_answers(const struct fixture *f, const char *answers, const int *expected)
{
    char *path = ft_fs_join(f->dir, answers);
    FILE *file = fopen(path, "r");
    free(path);
    assert_non_null(file);
    for (int i = 0; i < N_PROBLEMS; i++) {
        int entry, how;
        assert_int_equal(fscanf(file, "%d%d", &entry, &how), 2);
        if (entry != expected[2 * i] || how != expected[2 * i + 1])
            fail_msg("problem %d: entry %d, match %d; the library: %d, %d", i, entry, how,
                     expected[2 * i], expected[2 * i + 1]);
    }
    fclose(file);
}

static void test_chooses_as_the_library(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_buf header = FT_BUF_INIT, bytes = FT_BUF_INIT, lines = FT_BUF_INIT;
    struct ft_export_counts counts, table_counts;
    struct ft_err err = {0};
    struct ft_table table;
    struct ft_rng rng;
    char why[1024];
    static int expected[2 * N_PROBLEMS];
    int n_by_match[FATUNE_MATCH_DEFAULT + 1] = {0};

    fill(&f);
    export_header(&f, (struct ft_db_filter){0}, &header, &counts);
    write_text(&f, "qwen3.h", header.data, header.len);
    OK(ft_export_table(f.db, &(struct ft_db_filter){0}, "t", &bytes, &table_counts, &err), err);
    write_text(&f, "t.fatune", bytes.data, bytes.len);
    char *path = ft_fs_join(f.dir, "t.fatune");
    assert_int_equal(ft_table_load_file(path, &table, why, sizeof why), 0);
    free(path);
    assert_int_equal(counts.n_entries, table.n_entries);
    assert_int_equal(counts.n_devices, 3);
    compile(&f);

    ft_rng_seed(&rng, 7);
    struct ft_device device = some_device("", 1);
    for (int i = 0; i < N_PROBLEMS; i++) {
        struct query q = random_query(&rng, &table);
        struct ft_problem normal = q.problem;
        fatune_match how = FATUNE_MATCH_NONE;
        int entry = -1;
        if (ft_problem_check(&q.problem, why, sizeof why) == 0) {
            ft_problem_normalise(&normal);
            struct ft_table_query query = {.problem = &normal.f,
                                           .device_name = queried[q.device].name,
                                           .cc = queried[q.device].cc,
                                           .sms = queried[q.device].sms,
                                           .allow_other_device = q.allow_other_device,
                                           .allow_nearest = q.allow_nearest,
                                           .can_launch = can_launch};
            struct launchable ctx = {&normal, &query, &device};
            query.ctx = &ctx;
            entry = ft_table_match(&table, &query, &how, why, sizeof why);
        }
        expected[2 * i] = entry;
        expected[2 * i + 1] = (int)how;
        n_by_match[how]++;
        const fatune_problem *p = &q.problem.f;
        ft_buf_printf(&lines, "%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %s\n",
                      p->op, p->dtype, p->kv_dtype, p->o_dtype, p->head_dim, p->head_dim_v,
                      p->q_heads, p->kv_heads, p->batch, p->seqlen_q, p->seqlen_kv, p->mask,
                      p->window_left, p->window_right, p->kv, p->page_size, p->want_lse,
                      p->batch_invariant, q.allow_nearest + 2 * q.allow_other_device,
                      queried[q.device].cc, queried[q.device].sms, queried[q.device].name);
    }
    for (int how = FATUNE_MATCH_NONE; how <= FATUNE_MATCH_NEAREST; how++)
        assert_true(n_by_match[how] > N_PROBLEMS / 100); /* each is tried often enough */
    write_text(&f, "problems", lines.data, lines.len);
    shell(&f, "./driver <problems >answers && ./driver++ <problems >answers++");
    compare_answers(&f, "answers", expected);
    compare_answers(&f, "answers++", expected);
    ft_table_unload(&table);
    ft_buf_free(&header);
    ft_buf_free(&bytes);
    ft_buf_free(&lines);
    fixture_remove(&f);
}

static size_t lines_of(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* One more winner adds its own lines and changes none. */
static void test_small_diffs(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_buf before = FT_BUF_INIT, again = FT_BUF_INIT, after = FT_BUF_INIT;
    struct ft_export_counts counts;
    struct ft_err err = {0};
    fixture_fill(&f);
    int64_t build = add_build(f.db, f.family_id, "k", "CUBIN");
    for (int batch = 4; batch <= 64; batch *= 4)
        add_winner(&f, bases[0], batch, 4096, programs[1], build, 5000);
    export_header(&f, (struct ft_db_filter){0}, &before, &counts);
    export_header(&f, (struct ft_db_filter){0}, &again, &counts);
    assert_string_equal(before.data, again.data);
    assert_int_equal(counts.n_builds, 1); /* shared by all */

    struct ft_device first = some_device("A device before all", 10);
    f.device_id = ft_db_device(f.db, &first, &err);
    add_winner(&f, bases[0], 8, 4096, programs[1], build, 5000);
    export_header(&f, (struct ft_db_filter){0}, &after, &counts);
    write_text(&f, "before", before.data, before.len);
    write_text(&f, "after", after.data, after.len);
    shell(&f, "[ \"$(diff before after | grep -c '^<')\" = 0 ]");
    assert_int_equal(lines_of(after.data) - lines_of(before.data), 6); /* a device and an entry */
    assert_non_null(strstr(after.data, "static const struct qwen3_select_device "
                                       "qwen3_select_device_nvidia_h200_90_132 = {\n"
                                       "    \"NVIDIA H200\", 90, 132, 232448, 233472, 62914560};"));
    assert_non_null(strstr(after.data, "    return (v->p_q_heads / v->p_kv_heads) == 4 &&\n"
                                       "           v->p_seqlen_q == 1;\n") ||
                    strstr(after.data, "    return ((v->p_q_heads / v->p_kv_heads) == 4) &&\n"
                                       "           (v->p_seqlen_q == 1);\n"));
    assert_null(strstr(after.data, "_FAILED")); /* nothing here can fail */
    ft_buf_free(&before);
    ft_buf_free(&again);
    ft_buf_free(&after);
    fixture_remove(&f);
}

/* What a name in the database holds must not end a string or a comment, or become a prefix. */
static void test_odd_names(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_buf header = FT_BUF_INIT;
    struct ft_export_counts counts;
    struct ft_err err = {0};
    fixture_fill(&f);
    int64_t build = add_build(f.db, f.family_id, "k", "CUBIN");
    struct ft_device odd = some_device("GPU \"9\" \\ \?\?/ @$ */ \xc3\xa9", 7);
    f.device_id = ft_db_device(f.db, &odd, &err);
    add_winner(&f, bases[0], 4, 4096, programs[0], build, 5000);
    export_header(&f, (struct ft_db_filter){0}, &header, &counts);
    write_text(&f, "qwen3.h", header.data, header.len);
    static const char source[] =
        "#include \"qwen3.h\"\n#include <string.h>\nint main(void)\n{\n"
        "    const char *name = qwen3_select_entries[0].device->name;\n"
        "    return strcmp(name, \"GPU \\\"9\\\" \\\\ ?\" \"?/ @$ */ \\303\\251\") != 0 ||\n"
        "           qwen3_select_entries[0].kernel->needs != NULL;\n}\n";
    write_text(&f, "odd.c", source, strlen(source));
    shell(&f, "cc -std=c99 -Wall -Wextra -Werror -pedantic -o odd odd.c && ./odd");
    ft_buf_free(&header);
    fixture_remove(&f);
}

static void test_names_from_files(void **state)
{
    static const char *const names[][2] = {{"out/qwen3-8b.h", "qwen3_8b"},
                                           {"Qwen3.8B.h", "qwen3_8b"},
                                           {"/x/3.h", "fatune_3"},
                                           {"-", "fatune"},
                                           {"", "fatune"},
                                           {"a", "a"}};
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        char *name = ft_export_c_name(names[i][0]);
        assert_string_equal(name, names[i][1]);
        free(name);
    }
}

static void test_nothing_to_export(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    struct ft_buf out = FT_BUF_INIT;
    struct ft_export_counts counts;
    struct ft_db_filter all = {0};
    fixture_fill(&f);
    assert_int_equal(ft_export_c(f.db, &all, "x", "m", &out, &counts, &err), -1);
    assert_int_equal(err.code, FT_ERR_FOUND);
    assert_int_equal(out.len, 0);
    fixture_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chooses_as_the_library),
        cmocka_unit_test(test_small_diffs),
        cmocka_unit_test(test_odd_names),
        cmocka_unit_test(test_names_from_files),
        cmocka_unit_test(test_nothing_to_export),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
