/* load_db.c -- reads the tuner's database as a dispatch table
 *
 * SQLite is a guest, as libcuda is: loaded with dlopen when a database is opened, so that a program
 * with a dispatch table needs none. <sqlite3.h> gives types only.
 *
 * The views reader_* of the schema are the contract; nothing else of the database is known here.
 * One read transaction sees one state. The file is opened read-only and trusted in nothing:
 * application id and version first, then types, ranges and references of every value.
 */
#include "format.h"
#include <dlfcn.h>
#include <math.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define APPLICATION_ID  1179931982
#define SCHEMA_OLDEST   1 /* what is read here is the same in all of them */
#define SCHEMA_VERSION  2
#define BUSY_TIMEOUT_MS 5000
#define MAX_ROWS        1000000

#define SQLITE_FUNCTIONS(X)                                                                        \
    X(sqlite3_open_v2)                                                                             \
    X(sqlite3_close) X(sqlite3_errmsg) X(sqlite3_errcode) X(sqlite3_busy_timeout) X(sqlite3_exec)  \
        X(sqlite3_prepare_v2) X(sqlite3_step) X(sqlite3_finalize) X(sqlite3_column_type)           \
            X(sqlite3_column_int64) X(sqlite3_column_double) X(sqlite3_column_text)                \
                X(sqlite3_column_blob) X(sqlite3_column_bytes)

struct sqlite {
    void *library;
#define X(fn) __typeof__(&fn) fn;
    SQLITE_FUNCTIONS(X)
#undef X
};

struct ids { /* of the database, ascending; their places are the indices in the table */
    int64_t *items;
    size_t n;
};

struct reader {
    const char *path;
    struct sqlite sql;
    sqlite3 *db;
    struct ft_table *table;
    struct ids devices, builds;
    char *why;
    size_t cap;
};

static int refuse(struct reader *r, fatune_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(struct reader *r, fatune_status status, const char *fmt, ...)
{
    char reason[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(reason, sizeof reason, fmt, args);
    va_end(args);
    snprintf(r->why, r->cap, "'%s': %s", r->path, reason);
    return status;
}

static int no_memory(struct reader *r)
{
    return refuse(r, FATUNE_ERR_NO_MEMORY, "out of memory");
}

static int load_sqlite(struct reader *r)
{
    static const char *const names[] = {"libsqlite3.so.0", "libsqlite3.so"};
    struct sqlite *sql = &r->sql;
    for (size_t i = 0; i < sizeof names / sizeof *names && !sql->library; i++)
        sql->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!sql->library) {
        const char *why = dlerror();
        return refuse(r, FATUNE_ERR_NO_DRIVER, "a database needs SQLite: %s", why ? why : "");
    }
#define X(fn)                                                                                      \
    *(void **)&sql->fn = dlsym(sql->library, #fn);                                                 \
    if (!sql->fn)                                                                                  \
        return refuse(r, FATUNE_ERR_NO_DRIVER, "this SQLite has no %s", #fn);
    SQLITE_FUNCTIONS(X)
#undef X
    return FATUNE_OK;
}

static int sql_failed(struct reader *r)
{
    int is_memory = r->db && (r->sql.sqlite3_errcode(r->db) & 0xff) == SQLITE_NOMEM;
    return refuse(r, is_memory || !r->db ? FATUNE_ERR_NO_MEMORY : FATUNE_ERR_FILE, "%s",
                  r->db ? r->sql.sqlite3_errmsg(r->db) : "out of memory");
}

/* ---- rows ---- */

typedef int row_reader(struct reader *r, sqlite3_stmt *row);

static int each_row(struct reader *r, const char *text, row_reader *read)
{
    sqlite3_stmt *row = NULL;
    int status = FATUNE_OK, rc = SQLITE_OK, n = 0;
    if (r->sql.sqlite3_prepare_v2(r->db, text, -1, &row, NULL) != SQLITE_OK)
        return sql_failed(r);
    while (status == FATUNE_OK && (rc = r->sql.sqlite3_step(row)) == SQLITE_ROW)
        status = n++ < MAX_ROWS ? read(r, row) : refuse(r, FATUNE_ERR_FILE, "too many rows");
    if (status == FATUNE_OK && rc != SQLITE_DONE)
        status = sql_failed(r);
    r->sql.sqlite3_finalize(row);
    return status;
}

/* 1 for an integer within bounds; NULL is 0. */
static int int_column(struct reader *r, sqlite3_stmt *row, int column, int64_t min, int64_t max,
                      int64_t *out)
{
    int type = r->sql.sqlite3_column_type(row, column);
    *out = r->sql.sqlite3_column_int64(row, column);
    return (type == SQLITE_INTEGER || type == SQLITE_NULL) && *out >= min && *out <= max;
}

/* A text without a NUL inside, kept in the table. */
static int text_column(struct reader *r, sqlite3_stmt *row, int column, char **out)
{
    *out = NULL;
    if (r->sql.sqlite3_column_type(row, column) != SQLITE_TEXT)
        return refuse(r, FATUNE_ERR_FILE, "a value that should be text is none");
    const char *text = (const char *)r->sql.sqlite3_column_text(row, column);
    if (!text)
        return no_memory(r);
    size_t n = (size_t)r->sql.sqlite3_column_bytes(row, column);
    if (strlen(text) != n)
        return refuse(r, FATUNE_ERR_FILE, "a text has a NUL inside");
    *out = ft_table_keep(r->table, text, n);
    return *out ? FATUNE_OK : no_memory(r);
}

static int add_id(struct ids *ids, int64_t id)
{
    if ((ids->n & (ids->n - 1)) == 0) {
        void *grown = realloc(ids->items, (ids->n ? 2 * ids->n : 1) * sizeof *ids->items);
        if (!grown)
            return -1;
        ids->items = grown;
    }
    ids->items[ids->n++] = id;
    return 0;
}

static int compare_ids(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The index of the id, or -1. */
static int find_id(const struct ids *ids, int64_t id)
{
    const int64_t *found = ids->n ? bsearch(&id, ids->items, ids->n, sizeof id, compare_ids) : NULL;
    return found ? (int)(found - ids->items) : -1;
}

static int read_device(struct reader *r, sqlite3_stmt *row)
{
    struct ft_table_device device;
    int64_t id, cc, sms;
    int status = text_column(r, row, 1, &device.name);
    if (status != FATUNE_OK)
        return status;
    if (!int_column(r, row, 0, INT64_MIN, INT64_MAX, &id) ||
        !int_column(r, row, 2, 1, 10000, &cc) || !int_column(r, row, 3, 1, 1 << 20, &sms))
        return refuse(r, FATUNE_ERR_FILE, "device '%s' is malformed", device.name);
    device.cc = (int)cc;
    device.sms = (int)sms;
    if (add_id(&r->devices, id) < 0 || ft_table_add_device(r->table, &device) < 0)
        return no_memory(r);
    return FATUNE_OK;
}

static int read_build(struct reader *r, sqlite3_stmt *row)
{
    struct ft_table_build build = {0};
    char *program, reason[200];
    int64_t id, device_id, regs;
    int status = FATUNE_OK;
    char **const texts[] = {&build.family, &build.signature, &build.arch, &build.config, &program};
    static const int columns[] = {2, 3, 4, 5, 7};
    for (size_t i = 0; status == FATUNE_OK && i < sizeof columns / sizeof *columns; i++)
        status = text_column(r, row, columns[i], texts[i]);
    if (status != FATUNE_OK)
        return status;
    for (char *c = build.config; *c; c++) /* as a dispatch table has it */
        if (*c == ',')
            *c = ' ';
    if (!int_column(r, row, 0, INT64_MIN, INT64_MAX, &id) ||
        !int_column(r, row, 1, INT64_MIN, INT64_MAX, &device_id) ||
        !int_column(r, row, 6, 0, 65536, &regs))
        return refuse(r, FATUNE_ERR_FILE, "a build of '%s' is malformed", build.family);
    build.regs = (int)regs;
    build.device = find_id(&r->devices, device_id);
    if (build.device < 0)
        return refuse(r, FATUNE_ERR_FILE, "a build of '%s' has no device", build.family);
    const void *cubin = r->sql.sqlite3_column_blob(row, 8);
    build.cubin_bytes = (size_t)r->sql.sqlite3_column_bytes(row, 8);
    if (!cubin || build.cubin_bytes == 0)
        return refuse(r, FATUNE_ERR_FILE, "a build of '%s' has no cubin", build.family);
    build.cubin = ft_table_keep(r->table, cubin, build.cubin_bytes);
    if (!build.cubin)
        return no_memory(r);
    if (ft_program_parse(program, &build.program, reason, sizeof reason) < 0)
        return refuse(r, FATUNE_ERR_FILE, "a build of '%s': %s", build.family, reason);
    if (add_id(&r->builds, id) < 0 || ft_table_add_build(r->table, &build) < 0) {
        ft_program_free(&build.program);
        return no_memory(r);
    }
    return FATUNE_OK;
}

static int read_entry(struct reader *r, sqlite3_stmt *row)
{
    struct ft_table_entry entry;
    int64_t device_id, build_id, is_default;
    char *key;
    int status = text_column(r, row, 4, &key);
    if (status != FATUNE_OK)
        return status;
    entry.ns = r->sql.sqlite3_column_double(row, 2);
    if (!int_column(r, row, 0, INT64_MIN, INT64_MAX, &device_id) ||
        !int_column(r, row, 1, INT64_MIN, INT64_MAX, &build_id) ||
        !int_column(r, row, 3, 0, 1, &is_default) || !isfinite(entry.ns) || entry.ns < 0)
        return refuse(r, FATUNE_ERR_FILE, "the entry for '%s' is malformed", key);
    entry.device = find_id(&r->devices, device_id);
    entry.build = find_id(&r->builds, build_id);
    entry.is_default = (int)is_default;
    if (entry.build < 0 || entry.device != r->table->builds[entry.build].device)
        return refuse(r, FATUNE_ERR_FILE, "the entry for '%s' has no build", key);
    if (ft_problem_parse_key(key, &entry.problem) < 0)
        return refuse(r, FATUNE_ERR_FILE, "'%s' is no problem this library knows", key);
    return ft_table_add_entry(r->table, &entry) < 0 ? no_memory(r) : FATUNE_OK;
}

/* ---- the file ---- */

static int check_application(struct reader *r, sqlite3_stmt *row)
{
    return r->sql.sqlite3_column_int64(row, 0) == APPLICATION_ID
               ? FATUNE_OK
               : refuse(r, FATUNE_ERR_FILE, "this is a database, but none of fatune's");
}

static int check_version(struct reader *r, sqlite3_stmt *row)
{
    int version = (int)r->sql.sqlite3_column_int64(row, 0);
    return version >= SCHEMA_OLDEST && version <= SCHEMA_VERSION
               ? FATUNE_OK
               : refuse(r, FATUNE_ERR_FILE,
                        "the database has version %d, this library reads version %d", version,
                        SCHEMA_VERSION);
}

/* "file:PATH?immutable=1" in out: no journal is looked for, and no file is made beside it. */
static int immutable_uri(const char *path, char *out, size_t cap)
{
    size_t n = (size_t)snprintf(out, cap, "file:");
    for (const char *c = path; *c && n < cap; c++)
        n += (size_t)snprintf(out + n, cap - n, strchr("%?#", *c) ? "%%%02x" : "%c", *c);
    if (n < cap)
        n += (size_t)snprintf(out + n, cap - n, "?immutable=1");
    return n < cap ? 0 : -1;
}

/* A database that its writer did not close is in log mode; to read it, SQLite makes files beside
 * it. Where it may not, and there is no log, the file alone is the whole state. */
static int open_database(struct reader *r)
{
    char name[4096];
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    if (r->sql.sqlite3_open_v2(r->path, &r->db, flags, NULL) != SQLITE_OK)
        return sql_failed(r);
    r->sql.sqlite3_busy_timeout(r->db, BUSY_TIMEOUT_MS);
    if (r->sql.sqlite3_exec(r->db, "BEGIN; SELECT 1 FROM sqlite_master", NULL, NULL, NULL) ==
        SQLITE_OK)
        return FATUNE_OK;
    int code = r->sql.sqlite3_errcode(r->db) & 0xff;
    int n = snprintf(name, sizeof name, "%s-wal", r->path);
    if ((code != SQLITE_CANTOPEN && code != SQLITE_READONLY) || n < 0 || n >= (int)sizeof name ||
        access(name, F_OK) == 0 || immutable_uri(r->path, name, sizeof name) < 0)
        return sql_failed(r);
    r->sql.sqlite3_close(r->db);
    r->db = NULL;
    if (r->sql.sqlite3_open_v2(name, &r->db, flags | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
        return sql_failed(r);
    return FATUNE_OK;
}

static int read_database(struct reader *r)
{
    static const struct {
        const char *text;
        row_reader *read;
    } steps[] = {
        {"PRAGMA application_id", check_application},
        {"PRAGMA user_version", check_version},
        {"SELECT id, name, cc, sms FROM reader_devices ORDER BY id", read_device},
        {"SELECT id, device_id, family, signature, arch, config, regs, program, cubin "
         "FROM reader_builds ORDER BY id",
         read_build},
        {"SELECT device_id, build_id, ns, is_default, problem FROM reader_entries", read_entry},
    };
    int status = open_database(r);
    for (size_t i = 0; status == FATUNE_OK && i < sizeof steps / sizeof *steps; i++)
        status = each_row(r, steps[i].text, steps[i].read);
    return status;
}

int ft_table_load_db(const char *path, struct ft_table *out, char *why, size_t cap)
{
    struct reader r = {.path = path, .table = out, .why = why, .cap = cap};
    memset(out, 0, sizeof *out);
    int status = load_sqlite(&r);
    if (status == FATUNE_OK)
        status = read_database(&r);
    if (r.db)
        r.sql.sqlite3_close(r.db);
    if (r.sql.library)
        dlclose(r.sql.library);
    free(r.devices.items);
    free(r.builds.items);
    if (status != FATUNE_OK)
        ft_table_unload(out);
    return status;
}
