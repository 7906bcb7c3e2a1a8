/* test_table.c -- a table reads back what it says, and nothing that is wrong with a file is more
 * than a message */
#include "table_text.h"

#define PROGRAM                                                                                    \
    "args 560\nkernel decode when=1 grid=p.batch,1,1 block=128,1,1 cluster=1,1,1 smem=0 pdl=0\n"
#define KEY                                                                                        \
    "problem=dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096"
#define BLOB "CUBIN-17-bytes-xx"

static void make(struct table_text *t)
{
    char lines[4096] = "device 0 sm=90 sms=132 name=NVIDIA H200\n";
    add_build_text(lines, sizeof lines, 0, 0, PROGRAM, BLOB, 17);
    add_build_text(lines, sizeof lines, 1, 0, PROGRAM, BLOB, 17);
    add_text(lines, sizeof lines, "entry device=0 build=1 ns=4130.5 default=0 " KEY "\n");
    add_text(lines, sizeof lines, "entry device=0 build=0 ns=1.5e+03 default=1 " KEY "\n");
    table_text_make(t, lines, BLOB);
}

static void test_reads(void **state)
{
    struct table_text t;
    struct ft_table table;
    char why[512] = "";
    (void)state;
    make(&t);
    if (ft_table_load_file(t.path, &table, why, sizeof why) != FATUNE_OK)
        fail_msg("%s", why);
    assert_int_equal(table.n_devices, 1);
    assert_string_equal(table.devices[0].name, "NVIDIA H200");
    assert_int_equal(table.devices[0].cc, 90);
    assert_int_equal(table.devices[0].sms, 132);
    assert_int_equal(table.n_builds, 2);
    assert_string_equal(table.builds[0].family, "decode");
    assert_string_equal(table.builds[0].signature, SIGNATURE);
    assert_string_equal(table.builds[0].arch, "sm_90a");
    assert_string_equal(table.builds[1].config, "Bc=32 splits=4");
    assert_int_equal(table.builds[0].regs, 96);
    assert_int_equal(table.builds[1].program.n_kernels, 1);
    assert_int_equal(table.builds[1].cubin_bytes, 17);
    assert_memory_equal(table.builds[1].cubin, BLOB, 17);
    assert_ptr_equal(table.builds[0].cubin, table.builds[1].cubin);
    assert_int_equal((uintptr_t)table.builds[0].cubin % 16, 0);
    assert_int_equal(table.n_entries, 2);
    assert_true(table.entries[0].ns == 4130.5);
    assert_true(table.entries[1].ns == 1500);
    assert_int_equal(table.entries[0].build, 1);
    assert_int_equal(table.entries[1].is_default, 1);
    assert_int_equal(table.entries[0].problem.f.seqlen_kv, 4096);
    ft_table_unload(&table);
    ft_table_unload(&table); /* an empty table is fine */
    table_text_remove(&t);
}

static void test_changed_bytes(void **state)
{
    struct table_text t;
    struct ft_table table;
    char why[512];
    (void)state;
    make(&t);
    for (size_t i = 0; i < t.n; i++) {
        t.bytes[i] ^= 4;
        table_text_save(&t);
        assert_int_not_equal(ft_table_load_file(t.path, &table, why, sizeof why), FATUNE_OK);
        assert_true(strlen(why) > strlen(t.path));
        t.bytes[i] ^= 4;
    }
    table_text_remove(&t);
}

/* Whoever damages a table may fix its sum. Every byte is set to values that parsers stumble over.
 */
static void test_changed_and_sealed(void **state)
{
    static const char values[] = {'\0', '\n', ' ', '=', '9', '-', 'z', (char)0xff};
    struct table_text t;
    struct ft_table table;
    char why[512];
    size_t n_loaded = 0;
    (void)state;
    make(&t);
    size_t first = (size_t)(strstr(t.bytes, "\ndevice ") - t.bytes);
    for (size_t i = first; i < t.head_bytes; i++) {
        char kept = t.bytes[i];
        for (size_t v = 0; v < sizeof values; v++) {
            t.bytes[i] = values[v];
            table_text_seal(&t);
            table_text_save(&t);
            if (ft_table_load_file(t.path, &table, why, sizeof why) == FATUNE_OK) {
                n_loaded++;
                ft_table_unload(&table);
            }
        }
        t.bytes[i] = kept;
    }
    assert_true(n_loaded > 0); /* a name may have any letters */
    table_text_remove(&t);
}

static void test_cut_short(void **state)
{
    struct table_text t;
    struct ft_table table;
    char why[512];
    (void)state;
    make(&t);
    while (t.n > 0) {
        t.n--;
        table_text_save(&t);
        assert_int_equal(ft_table_load_file(t.path, &table, why, sizeof why), FATUNE_ERR_FILE);
    }
    table_text_remove(&t);
}

static void refused(const char *lines, const char *because)
{
    struct table_text t;
    struct ft_table table;
    char why[512] = "";
    table_text_make(&t, lines, BLOB);
    assert_int_equal(ft_table_load_file(t.path, &table, why, sizeof why), FATUNE_ERR_FILE);
    if (!strstr(why, because))
        fail_msg("'%s' has no '%s'", why, because);
    table_text_remove(&t);
}

#define DEVICE "device 0 sm=90 sms=132 name=X\n"
#define BUILD(at)                                                                                  \
    "build 0 device=0 family=f signature=s arch=sm_90a regs=1 " at " check=0000000000000000\n"

static void test_reasons(void **state)
{
    (void)state;
    refused("device 1 sm=90 sms=132 name=X\n", "line 4: malformed device");
    refused(DEVICE "nonsense\n", "line 5: unknown item");
    refused(DEVICE "end\nend\n", "line 5: unknown item");
    refused(BUILD("offset=0 bytes=1"), "no device 0");
    refused(DEVICE BUILD("offset=8 bytes=1"), "outside the file");
    refused(DEVICE BUILD("offset=0 bytes=18"), "outside the file");
    refused(DEVICE BUILD("offset=16 bytes=18446744073709551615"), "outside the file");
    refused(DEVICE BUILD("offset=18446744073709551600 bytes=32"), "outside the file");
    refused(DEVICE BUILD("offset=0 bytes=18446744073709551616"), "malformed build");
    refused(DEVICE BUILD("offset=0 bytes=0"), "outside the file");
    refused(DEVICE BUILD("offset=0 bytes=17"), "its checksum differs");
    refused(DEVICE "entry device=0 build=0 ns=1 default=0 " KEY "\n", "no build 0");

    char lines[4096] = DEVICE;
    add_build_text(lines, sizeof lines, 0, 0, "args 560\nnonsense\n", BLOB, 17);
    refused(lines, "line 7: ");
    strcpy(lines, DEVICE);
    add_build_text(lines, sizeof lines, 0, 0, PROGRAM, BLOB, 17);
    size_t n = strlen(lines);
    add_text(lines, sizeof lines, "entry device=0 build=0 ns=1 default=0 problem=dtype=bf16\n");
    refused(lines, "no problem this library knows");
    static const char *const bad_ns[] = {"nan", "inf", "-1", "1e999", "1x", ".", "0x10", "1e"};
    for (size_t i = 0; i < sizeof bad_ns / sizeof *bad_ns; i++) {
        snprintf(lines + n, sizeof lines - n, "entry device=0 build=0 ns=%s default=0 " KEY "\n",
                 bad_ns[i]);
        refused(lines, "malformed entry");
    }
}

static void test_other_files(void **state)
{
    struct table_text t;
    struct ft_table table;
    char why[512] = "";
    (void)state;
    assert_int_equal(ft_table_load_file("/nonexistent", &table, why, sizeof why), FATUNE_ERR_FILE);
    assert_string_equal(why, "'/nonexistent': No such file or directory");
    assert_int_equal(ft_table_load_file("/tmp", &table, why, sizeof why), FATUNE_ERR_FILE);
    make(&t);
    t.bytes[strlen("fatune-table ")] = '2';
    table_text_save(&t);
    assert_int_equal(ft_table_load_file(t.path, &table, why, sizeof why), FATUNE_ERR_FILE);
    assert_non_null(strstr(why, "has version 2, this library reads version 1"));
    table_text_remove(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),     cmocka_unit_test(test_changed_bytes),
        cmocka_unit_test(test_cut_short), cmocka_unit_test(test_changed_and_sealed),
        cmocka_unit_test(test_reasons),   cmocka_unit_test(test_other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
