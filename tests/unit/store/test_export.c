/* test_export.c -- a dispatch table written from a database reads back the same, and its bytes are
 * stable */
#include "fixture.h"

#include "format.h"
#include "store/export.h"

/* Two devices and three problems. The first two problems share build and program, the third has the
 * same cubin with other launch-time parameters, the second device its own cubin. */
static void fill_winners(struct fixture *f)
{
    struct ft_err err = {0};
    fixture_fill(f);
    int64_t build = add_build(f->db, f->family_id, "k", "CUBIN-17-bytes-xx");
    int64_t same_code = add_build(f->db, f->family_id, "k2", "CUBIN-17-bytes-xx");
    int64_t other = add_build(f->db, f->family_id, "k3", "ANOTHER");
    const char *configs[] = {"Bc=32,splits=4", "Bc=32,splits=4", "Bc=32,splits=8"};
    for (int i = 0; i < 3; i++) {
        f->problem_id = add_problem(f->db, 4 << i, "p");
        struct ft_db_trial trial = some_trial(f, i == 1 ? same_code : build, configs[i]);
        struct ft_db_winner winner = some_winner(f, add_trial(f->db, &trial), 4130.5 + i);
        OK(ft_db_set_winner(f->db, &winner, &err), err);
    }
    struct ft_device a100 = some_device("NVIDIA A100-SXM4-80GB", 108);
    a100.cc = 80;
    f->device_id = ft_db_device(f->db, &a100, &err);
    f->run_id = add_run(f->db, f->device_id, "580.65");
    struct ft_db_trial trial = some_trial(f, other, "Bc=64");
    struct ft_db_winner winner = some_winner(f, add_trial(f->db, &trial), 9000);
    OK(ft_db_set_winner(f->db, &winner, &err), err);
}

static void export_to(struct fixture *f, struct ft_db_filter filter, struct ft_buf *out,
                      struct ft_export_counts *counts)
{
    struct ft_err err = {0};
    OK(ft_export_table(f->db, &filter, "fatune test on a day", out, counts, &err), err);
}

static void test_round_trip(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    struct ft_buf bytes = FT_BUF_INIT, again = FT_BUF_INIT;
    struct ft_export_counts counts;
    fill_winners(&f);
    export_to(&f, (struct ft_db_filter){0}, &bytes, &counts);
    assert_int_equal(counts.n_devices, 2);
    assert_int_equal(counts.n_builds, 3);
    assert_int_equal(counts.n_entries, 4);
    export_to(&f, (struct ft_db_filter){0}, &again, &counts);
    assert_int_equal(bytes.len, again.len);
    assert_memory_equal(bytes.data, again.data, bytes.len);

    char *path = ft_fs_join(f.dir, "table.fatune");
    OK(ft_fs_write_atomic(path, bytes.data, bytes.len, &err), err);
    struct ft_table table;
    char why[512] = "";
    if (ft_table_load_file(path, &table, why, sizeof why) != 0)
        fail_msg("%s\n%s", why, ft_buf_str(&bytes));
    assert_int_equal(table.n_devices, 2);
    assert_int_equal(table.n_builds, 3);
    assert_int_equal(table.n_entries, 4);
    /* Ordered by device name, then problem key ("batch=16" sorts before "batch=4"). */
    assert_string_equal(table.devices[0].name, "NVIDIA A100-SXM4-80GB");
    assert_int_equal(table.devices[0].cc, 80);
    assert_int_equal(table.devices[0].sms, 108);
    assert_string_equal(table.devices[1].name, "NVIDIA H200");
    assert_int_equal(table.entries[0].device, 0);
    assert_true(table.entries[0].ns == 9000);
    int batches[] = {16, 4, 8};
    for (int i = 0; i < 3; i++) {
        const struct ft_table_entry *e = &table.entries[1 + i];
        assert_int_equal(e->problem.f.batch, batches[i]);
        assert_int_equal(e->problem.f.seqlen_kv, 4096);
        assert_int_equal(e->is_default, 0);
        const struct ft_table_build *b = &table.builds[e->build];
        assert_string_equal(b->family, "decode");
        assert_int_equal(strlen(b->signature), 64);
        assert_string_equal(b->arch, "sm_90a");
        assert_int_equal(b->regs, 96);
        assert_int_equal(b->program.args_bytes, 400);
        assert_int_equal(b->cubin_bytes, 17);
        assert_memory_equal(b->cubin, "CUBIN-17-bytes-xx", 17);
        assert_non_null(strstr(b->config, batches[i] == 16 ? "splits=8" : "splits=4"));
    }
    assert_int_equal(table.entries[2].build, table.entries[3].build);
    assert_ptr_equal(table.builds[1].cubin, table.builds[2].cubin);
    assert_true(table.entries[2].ns == 4130.5);
    ft_table_unload(&table);

    /* A changed byte anywhere is noticed. */
    for (size_t i = 0; i < bytes.len; i++) {
        bytes.data[i] ^= 1;
        OK(ft_fs_write_atomic(path, bytes.data, bytes.len, &err), err);
        int rc = ft_table_load_file(path, &table, why, sizeof why);
        if (rc == 0) { /* only the zeros between cubins are not covered */
            assert_int_equal(bytes.data[i], 1);
            ft_table_unload(&table);
        }
        bytes.data[i] ^= 1;
    }
    free(path);
    ft_buf_free(&bytes);
    ft_buf_free(&again);
    fixture_remove(&f);
}

static void test_head_text(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_buf bytes = FT_BUF_INIT;
    struct ft_export_counts counts;
    fill_winners(&f);
    export_to(&f, (struct ft_db_filter){.device = "H200", .problem = "*batch=8,*"}, &bytes,
              &counts);
    assert_int_equal(counts.n_entries, 1);
    const char *head = ft_buf_str(&bytes);
    assert_non_null(strstr(head, "fatune-table 1\nmade fatune test on a day\nhead "));
    assert_non_null(strstr(head, "\ndevice 0 sm=90 sms=132 name=NVIDIA H200\n"));
    assert_non_null(strstr(head, " arch=sm_90a regs=96 offset=0 bytes=17 check="));
    assert_non_null(strstr(head, "\nconfig Bc=32 splits=4\nprogram 2\nargs 400\nkernel decode "));
    assert_non_null(
        strstr(head, "\nentry device=0 build=0 ns=4131.5 default=0 problem=dtype=bf16,"));
    size_t n = strtoul(strstr(head, "\nhead ") + 6, NULL, 10);
    assert_int_equal(bytes.len, n + 17);
    assert_memory_equal(bytes.data + n - 5, "\nend\nCUBIN", 10);
    ft_buf_free(&bytes);
    fixture_remove(&f);
}

/* The library reads the same winners from the database itself. */
static void test_database_serves_the_library(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_table table;
    char why[512] = "";
    fill_winners(&f); /* and stays open: the library reads beside the tuner */
    if (ft_table_load_db(f.path, &table, why, sizeof why) != 0)
        fail_msg("%s", why);
    assert_int_equal(table.n_devices, 2);
    assert_int_equal(table.n_entries, 4);
    int n_h200 = 0;
    for (size_t i = 0; i < table.n_entries; i++) {
        const struct ft_table_entry *e = &table.entries[i];
        const struct ft_table_build *b = &table.builds[e->build];
        int is_h200 = table.devices[e->device].sms == 132;
        n_h200 += is_h200;
        assert_int_equal(b->device, e->device);
        assert_int_equal(b->program.args_bytes, 400);
        assert_int_equal(b->cubin_bytes, is_h200 ? 17 : 7);
        assert_true(is_h200 ? e->ns < 4133 : e->ns == 9000);
    }
    assert_int_equal(n_h200, 3);
    ft_table_unload(&table);
    fixture_remove(&f);
}

static void test_nothing_to_export(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    struct ft_buf bytes = FT_BUF_INIT;
    struct ft_export_counts counts;
    struct ft_db_filter all = {0};
    fixture_fill(&f);
    assert_int_equal(ft_export_table(f.db, &all, "m", &bytes, &counts, &err), -1);
    assert_int_equal(err.code, FT_ERR_FOUND);
    ft_err_clear(&err);
    /* A winner whose cubin was not stored cannot be launched. */
    struct ft_db_trial trial = some_trial(&f, add_build(f.db, f.family_id, "k", NULL), "Bc=32");
    struct ft_db_winner winner = some_winner(&f, add_trial(f.db, &trial), 100);
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    assert_int_equal(ft_export_table(f.db, &all, "m", &bytes, &counts, &err), -1);
    assert_int_equal(bytes.len, 0);
    fixture_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_head_text),
        cmocka_unit_test(test_database_serves_the_library),
        cmocka_unit_test(test_nothing_to_export),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
