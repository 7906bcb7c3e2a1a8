/* test_load_db.c -- a database reads as a table does, and a wrong one is refused with its reason
 *
 * The views are the contract, so tables of their names stand for them; the real schema is read
 * once, empty.
 */
#include "table_text.h"
#include "unit/scratch.h"

#include <sqlite3.h>

#define PROGRAM "args 560\nkernel decode grid=p.batch block=128\n"
#define KEY     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096"
#define SCHEMA                                                                                     \
    "PRAGMA application_id = 1179931982; PRAGMA user_version = 1;"                                 \
    "CREATE TABLE reader_devices (id, name, cc, sms);"                                             \
    "CREATE TABLE reader_builds (id, device_id, family, signature, arch, config, regs, program, "  \
    "cubin);"                                                                                      \
    "CREATE TABLE reader_entries (device_id, build_id, ns, is_default, problem);"
#define ROWS                                                                                       \
    "INSERT INTO reader_devices VALUES (9, 'A100', 80, 108), (5, 'H200', 90, 132);"                \
    "INSERT INTO reader_builds VALUES (70, 5, 'decode', 's', 'sm_90a', 'Bc=32,splits=4', NULL, "   \
    "'" PROGRAM "', x'00414200'), (7, 5, 'decode', 's', 'sm_90a', '', 96, '" PROGRAM "', x'43');"  \
    "INSERT INTO reader_entries VALUES (5, 70, 4130.5, 0, '" KEY "');"

struct database {
    char dir[64], path[96];
};

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(db);
}

static void make(struct database *d, const char *sql)
{
    strcpy(d->dir, "/tmp/ft_test_load_db_XXXXXX");
    assert_non_null(mkdtemp(d->dir));
    snprintf(d->path, sizeof d->path, "%s/a%%b?c.db", d->dir);
    run_sql(d->path, sql);
}

static void remove_database(struct database *d)
{
    assert_int_equal(remove_tree(d->dir), 0);
}

static void loads(struct database *d, struct ft_table *table)
{
    char why[512] = "";
    if (ft_table_load_db(d->path, table, why, sizeof why) != FATUNE_OK)
        fail_msg("%s", why);
}

static void check_rows(struct database *d)
{
    struct ft_table table;
    loads(d, &table);
    assert_int_equal(table.n_devices, 2);
    assert_int_equal(table.n_builds, 2);
    assert_int_equal(table.n_entries, 1);
    const struct ft_table_entry *e = &table.entries[0];
    const struct ft_table_build *b = &table.builds[e->build];
    assert_string_equal(table.devices[e->device].name, "H200");
    assert_int_equal(b->device, e->device);
    assert_string_equal(b->config, "Bc=32 splits=4");
    assert_int_equal(b->regs, 0);
    assert_int_equal(b->cubin_bytes, 4);
    assert_memory_equal(b->cubin, "\0AB", 4);
    assert_int_equal(b->program.n_kernels, 1);
    assert_true(e->ns == 4130.5);
    assert_int_equal(e->problem.f.seqlen_kv, 4096);
    ft_table_unload(&table);
}

static void test_reads(void **state)
{
    struct database d;
    (void)state;
    make(&d, SCHEMA ROWS);
    check_rows(&d);
    remove_database(&d);
}

/* Killed writers leave a file in log mode; beside it nothing can be made. */
static void test_read_only_directory(void **state)
{
    struct database d;
    (void)state;
    make(&d, "PRAGMA journal_mode = WAL;" SCHEMA ROWS);
    assert_int_equal(chmod(d.dir, 0555), 0);
    int is_root = geteuid() == 0; /* who may write everywhere */
    if (is_root)
        assert_int_equal(seteuid(65534), 0);
    check_rows(&d);
    if (is_root)
        assert_int_equal(seteuid(0), 0);
    remove_database(&d);
}

static void test_real_schema(void **state)
{
    static char sql[1 << 16];
    struct database d;
    struct ft_table table;
    FILE *f = fopen("tuner/store/schema.sql", "r");
    (void)state;
    assert_non_null(f);
    size_t n = fread(sql, 1, sizeof sql - 1, f);
    assert_true(n > 0 && n < sizeof sql - 1);
    fclose(f);
    make(&d, sql);
    loads(&d, &table);
    assert_int_equal(table.n_entries, 0);
    ft_table_unload(&table);
    remove_database(&d);
}

static void refused(const char *sql, const char *because)
{
    struct database d;
    struct ft_table table;
    char why[512] = "";
    make(&d, sql);
    assert_int_equal(ft_table_load_db(d.path, &table, why, sizeof why), FATUNE_ERR_FILE);
    if (!strstr(why, because))
        fail_msg("'%s' has no '%s'", why, because);
    remove_database(&d);
}

static void test_reasons(void **state)
{
    struct ft_table table;
    char why[512];
    (void)state;
    refused("CREATE TABLE x (y)", "none of fatune's");
    refused(SCHEMA "PRAGMA user_version = 3", "version 3, this library reads version 2");
    refused("PRAGMA application_id = 1179931982; PRAGMA user_version = 1; CREATE TABLE x (y)",
            "no such table: reader_devices");
    refused(SCHEMA ROWS "UPDATE reader_devices SET cc = 'x'", "device 'H200' is malformed");
    refused(SCHEMA ROWS "UPDATE reader_devices SET name = NULL", "should be text");
    refused(SCHEMA ROWS "UPDATE reader_devices SET name = CAST(x'410042' AS TEXT)", "NUL inside");
    refused(SCHEMA ROWS "DELETE FROM reader_devices", "has no device");
    refused(SCHEMA ROWS "UPDATE reader_builds SET program = 'kernel'", "line 1");
    refused(SCHEMA ROWS "UPDATE reader_builds SET cubin = NULL", "has no cubin");
    refused(SCHEMA ROWS "UPDATE reader_builds SET regs = -1", "is malformed");
    refused(SCHEMA ROWS "DELETE FROM reader_builds", "has no build");
    refused(SCHEMA ROWS "UPDATE reader_builds SET device_id = 9", "has no build");
    refused(SCHEMA ROWS "UPDATE reader_entries SET problem = 'x'", "no problem this library knows");
    refused(SCHEMA ROWS "UPDATE reader_entries SET ns = -1", "is malformed");
    assert_int_equal(ft_table_load_db("/nonexistent/x.db", &table, why, sizeof why),
                     FATUNE_ERR_FILE);
    assert_non_null(strstr(why, "unable to open"));
}

/* Damaged pages: SQLite notices or the values are refused; never a crash. */
static void test_changed_bytes(void **state)
{
    struct database d;
    struct ft_table table;
    static unsigned char bytes[1 << 16];
    char why[512];
    (void)state;
    make(&d, SCHEMA ROWS);
    FILE *f = fopen(d.path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    assert_true(n > 1000 && n < sizeof bytes);
    for (size_t i = 0; i < n; i += i < 200 ? 1 : 13) {
        bytes[i] ^= 0xa5;
        f = fopen(d.path, "wb");
        assert_non_null(f);
        assert_int_equal(fwrite(bytes, 1, n, f), n);
        fclose(f);
        if (ft_table_load_db(d.path, &table, why, sizeof why) == FATUNE_OK)
            ft_table_unload(&table);
        bytes[i] ^= 0xa5;
    }
    remove_database(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads),         cmocka_unit_test(test_read_only_directory),
        cmocka_unit_test(test_real_schema),   cmocka_unit_test(test_reasons),
        cmocka_unit_test(test_changed_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
