/* db.c -- opening, checking and closing the database; transactions, statements, errors
 *
 * The idea: SQLite does the hard part, so this file only makes sure that the file is ours and of a
 * version we know, picks the journal, and turns SQLite's codes into messages that say what to do.
 *
 * Journal. The writer uses a write-ahead log, so that `query` works beside it. Where the file
 * system cannot (WAL needs shared memory: no network file systems), it stays with a rollback
 * journal and full synchronisation. The last writer to close turns the log back into a plain file,
 * which can be copied, committed and read from a read-only directory.
 *
 * Invariants:
 *  1. outside ft_db_begin/commit every public call is one transaction: it has happened whole, or
 * not at all;
 *  2. inside, a failed call undoes its own changes only (a savepoint), unless SQLite had to roll
 * everything back, as with a full disk: then ft_db_commit fails;
 *  3. a statement in the cache is always reset when a call returns, so that no lock outlives a
 * call.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/mem.h"
#include "store/db_int.h"

#define BUSY_TIMEOUT_MS 10000
#define JOURNAL_TIMEOUT_MS                                                                         \
    1000 /* a change of journal is optional: no reason to wait long for it                         \
          */

static const char schema_sql[] =
#include "schema.inc"
    ;

int ft_db_fail(struct ft_db *db, struct ft_err *err)
{
    int code = sqlite3_errcode(db->sql);
    int os_errno = sqlite3_system_errno(db->sql);
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is locked by another process", db->path);
        ft_err_hint(err, "wait until the other fatune has ended, or name another file with --db");
        break;
    case SQLITE_READONLY:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is read-only", db->path);
        ft_err_hint(err, "make the file and its directory writable, or name another file with "
                         "--db");
        break;
    case SQLITE_FULL:
        ft_err_set(err, FT_ERR_ENV, "no space left for database '%s'", db->path);
        ft_err_hint(err, "what was committed is safe: free some space and run the same command "
                         "again");
        break;
    case SQLITE_CANTOPEN: /* the errno is that of SQLite's last attempt, not of the one that mattered */
        ft_err_set(err, FT_ERR_ENV, "database '%s': %s", db->path, sqlite3_errmsg(db->sql));
        ft_err_hint(err, "make the file and its directory writable, or name another file with "
                         "--db");
        break;
    case SQLITE_NOTADB:
        ft_err_set(err, FT_ERR_USAGE, "'%s' is no database: it is not an SQLite file", db->path);
        ft_err_hint(err, "name the file that 'fatune tune' wrote with --db");
        break;
    case SQLITE_CORRUPT:
        ft_err_set(err, FT_ERR_ENV, "database '%s' is damaged: %s", db->path,
                   sqlite3_errmsg(db->sql));
        ft_err_hint(err, "sqlite3 '%s' .recover saves what can be read", db->path);
        break;
    case SQLITE_CONSTRAINT:
    case SQLITE_MISUSE:
    case SQLITE_ERROR:
    case SQLITE_RANGE:
        ft_err_set(err, FT_ERR_INTERNAL, "database '%s': %s", db->path, sqlite3_errmsg(db->sql));
        break;
    default:
        ft_err_set(err, FT_ERR_ENV, "database '%s': %s%s%s", db->path, sqlite3_errmsg(db->sql),
                   os_errno ? ": " : "", os_errno ? strerror(os_errno) : "");
    }
    return -1;
}

/* Looks a statement up by the address of its text, or prepares and keeps it. NULL with err. */
static sqlite3_stmt *statement(struct ft_db *db, const char *text, struct ft_err *err)
{
    for (size_t i = 0; i < db->n_statements; i++)
        if (db->statements[i].text == text)
            return db->statements[i].stmt;
    sqlite3_stmt *stmt = NULL;
    if (db->n_statements == FT_DB_MAX_STATEMENTS) {
        ft_err_set(err, FT_ERR_INTERNAL, "too many kinds of database statements");
    } else if (sqlite3_prepare_v3(db->sql, text, -1, SQLITE_PREPARE_PERSISTENT, &stmt, NULL) !=
               SQLITE_OK) {
        ft_db_fail(db, err);
    } else {
        db->statements[db->n_statements].text = text;
        db->statements[db->n_statements++].stmt = stmt;
    }
    return stmt;
}

static int bind(sqlite3_stmt *stmt, const char *types, va_list args)
{
    int rc = SQLITE_OK;
    for (int i = 1; types[i - 1] && rc == SQLITE_OK; i++) {
        char type = types[i - 1];
        switch (type) {
        case 'i':
        case 'I':
        case 'l':
        case 'L': {
            int is_int = type == 'i' || type == 'I';
            int64_t v = is_int ? va_arg(args, int) : va_arg(args, int64_t);
            int is_null = (type == 'I' || type == 'L') && v <= 0;
            rc = is_null ? sqlite3_bind_null(stmt, i) : sqlite3_bind_int64(stmt, i, v);
            break;
        }
        case 'd':
        case 'D': { /* SQLite itself stores NaN as NULL */
            double v = va_arg(args, double);
            int is_null = type == 'D' && v <= 0;
            rc = is_null ? sqlite3_bind_null(stmt, i) : sqlite3_bind_double(stmt, i, v);
            break;
        }
        case 't': {
            const char *v = va_arg(args, const char *);
            rc = sqlite3_bind_text(stmt, i, v ? v : "", -1, SQLITE_STATIC);
            break;
        }
        case 'b': {
            const void *v = va_arg(args, const void *);
            size_t n = va_arg(args, size_t);
            rc = v ? sqlite3_bind_blob64(stmt, i, v, n, SQLITE_STATIC) : sqlite3_bind_null(stmt, i);
            break;
        }
        default:
            rc = SQLITE_MISUSE;
        }
    }
    return rc;
}

/* Runs a cached statement to its end. The first column of the first row goes to *first. */
static int run(struct ft_db *db, struct ft_err *err, const char *text, const char *types,
               va_list args, int64_t *first)
{
    sqlite3_stmt *stmt = statement(db, text, err);
    if (!stmt)
        return -1;
    *first = 0;
    int n_rows = 0;
    int rc = bind(stmt, types, args);
    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
            if (n_rows++ == 0)
                *first = sqlite3_column_int64(stmt, 0);
    int status = rc == SQLITE_DONE ? 0 : ft_db_fail(db, err);
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt); /* they point into the caller's memory */
    return status;
}

int ft_db_exec(struct ft_db *db, struct ft_err *err, const char *sql, const char *types, ...)
{
    va_list args;
    int64_t ignored;
    va_start(args, types);
    int rc = run(db, err, sql, types, args, &ignored);
    va_end(args);
    return rc;
}

int64_t ft_db_query_int(struct ft_db *db, struct ft_err *err, const char *sql, const char *types,
                        ...)
{
    va_list args;
    int64_t value;
    va_start(args, types);
    int rc = run(db, err, sql, types, args, &value);
    va_end(args);
    return rc < 0 ? -1 : value;
}

int ft_db_begin(struct ft_db *db, struct ft_err *err)
{
    if (db->in_transaction)
        return ft_err_set(err, FT_ERR_INTERNAL, "a database transaction is open already");
    if (ft_db_exec(db, err, "BEGIN IMMEDIATE", "") < 0)
        return -1;
    db->in_transaction = 1;
    return 0;
}

void ft_db_rollback(struct ft_db *db)
{
    db->in_transaction = 0;
    if (!sqlite3_get_autocommit(db->sql))
        sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
}

int ft_db_commit(struct ft_db *db, struct ft_err *err)
{
    if (!db->in_transaction)
        return ft_err_set(err, FT_ERR_INTERNAL, "no database transaction is open");
    if (sqlite3_get_autocommit(db->sql)) {
        db->in_transaction = 0;
        return ft_err_set(err, FT_ERR_ENV, "an earlier failure undid the transaction on '%s'",
                          db->path);
    }
    int rc = ft_db_exec(db, err, "COMMIT", "");
    if (rc < 0)
        ft_db_rollback(db);
    db->in_transaction = 0;
    return rc;
}

int ft_db_unit_begin(struct ft_db *db, struct ft_err *err)
{
    if (db->in_transaction)
        return ft_db_exec(db, err, "SAVEPOINT unit", "");
    /* Immediate: a deferred one that reads first cannot wait for another writer when it comes to
     * write. */
    return ft_db_exec(db, err, "BEGIN IMMEDIATE", "");
}

int ft_db_unit_end(struct ft_db *db, int rc, struct ft_err *err)
{
    if (rc == 0) {
        rc = db->in_transaction ? ft_db_exec(db, err, "RELEASE unit", "")
                                : ft_db_exec(db, err, "COMMIT", "");
        if (rc == 0)
            return 0;
    }
    if (!sqlite3_get_autocommit(db->sql))
        sqlite3_exec(db->sql, db->in_transaction ? "ROLLBACK TO unit; RELEASE unit" : "ROLLBACK",
                     NULL, NULL, NULL);
    return -1;
}

/* One number of a statement that is run once; -1 with err. */
static int read_int(struct ft_db *db, const char *sql, int64_t *out, struct ft_err *err)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(db->sql, sql, -1, &stmt, NULL);
    if (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW)
        *out = sqlite3_column_int64(stmt, 0);
    int status = rc == SQLITE_ROW ? 0 : ft_db_fail(db, err);
    sqlite3_finalize(stmt);
    return status;
}

static int execute(struct ft_db *db, const char *sql, struct ft_err *err)
{
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : ft_db_fail(db, err);
}

/* The rollback journal serves everywhere, so a refusal is not an error; SQLite answers with the
 * mode it is in. */
static int choose_journal(struct ft_db *db, struct ft_err *err)
{
    sqlite3_stmt *stmt = NULL;
    int is_wal = 0;
    sqlite3_busy_timeout(db->sql, JOURNAL_TIMEOUT_MS);
    if (sqlite3_prepare_v2(db->sql, "PRAGMA journal_mode = WAL", -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        is_wal = strcmp((const char *)sqlite3_column_text(stmt, 0), "wal") == 0;
    sqlite3_finalize(stmt);
    sqlite3_busy_timeout(db->sql, BUSY_TIMEOUT_MS);
    return execute(db, is_wal ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", err);
}

static int create_schema(struct ft_db *db, struct ft_err *err)
{
    int64_t n_tables = 0;
    if (execute(db, "BEGIN IMMEDIATE", err) < 0)
        return -1;
    /* Another process may have been faster. */
    int rc = read_int(db, "SELECT count(*) FROM sqlite_master", &n_tables, err);
    if (rc == 0 && n_tables == 0)
        rc = execute(db, schema_sql, err);
    if (rc == 0 && n_tables == 0)
        rc = execute(db, "INSERT INTO meta VALUES ('created_at', " FT_DB_NOW ")", err);
    if (rc == 0)
        rc = execute(db, "COMMIT", err);
    if (rc < 0)
        sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    return rc;
}

/* Is the file ours, and of the version we know? An empty one becomes ours when we may write. */
static int check_identity(struct ft_db *db, enum ft_db_mode mode, struct ft_err *err)
{
    int64_t application = 0, version = 0, n_tables = 0;
    /* In one transaction: another process may be making the tables right now. */
    if (execute(db, "BEGIN", err) < 0)
        return -1;
    int rc = read_int(db, "PRAGMA application_id", &application, err);
    if (rc == 0)
        rc = read_int(db, "PRAGMA user_version", &version, err);
    if (rc == 0)
        rc = read_int(db, "SELECT count(*) FROM sqlite_master", &n_tables, err);
    sqlite3_exec(db->sql, "ROLLBACK", NULL, NULL, NULL);
    if (rc < 0)
        return -1;
    if (application == 0 && version == 0 && n_tables == 0) {
        if (mode == FT_DB_WRITE)
            return create_schema(db, err);
        ft_err_set(err, FT_ERR_ENV, "database '%s' is empty", db->path);
        ft_err_hint(err, "'fatune --config FILE --db %s' fills it", db->path);
        return -1;
    }
    if (application != FT_DB_APPLICATION_ID) {
        ft_err_set(err, FT_ERR_USAGE,
                   "'%s' is an SQLite database of another program (application id %lld)", db->path,
                   (long long)application);
        ft_err_hint(err, "name the file that 'fatune tune' wrote with --db");
        return -1;
    }
    if (version != FT_DB_VERSION) {
        ft_err_set(err, FT_ERR_USAGE,
                   "database '%s' has version %lld, but this program knows version %d", db->path,
                   (long long)version, FT_DB_VERSION);
        if (version > FT_DB_VERSION)
            ft_err_hint(err, "use the newer fatune that wrote it, or name another file with --db");
        else
            ft_err_hint(err, "keep it for the older fatune that wrote it, which still reads it; "
                             "tune into a new file with --db");
        return -1;
    }
    return 0;
}

/* Opens as a plain file that nobody changes: for a log-less database in a directory where no log
 * can be made. */
static int open_immutable(struct ft_db *db, struct ft_err *err)
{
    struct ft_buf uri = FT_BUF_INIT;
    ft_buf_puts(&uri, "file:");
    for (const char *c = db->path; *c; c++)
        if (*c == '?' || *c == '#' || *c == '%')
            ft_buf_printf(&uri, "%%%02x", (unsigned char)*c);
        else
            ft_buf_putc(&uri, *c);
    ft_buf_puts(&uri, "?immutable=1");
    sqlite3_close(db->sql);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    int rc = sqlite3_open_v2(ft_buf_str(&uri), &db->sql, flags, NULL);
    ft_buf_free(&uri);
    return rc == SQLITE_OK ? 0 : ft_db_fail(db, err);
}

/* A database that was not closed by its writer is in log mode, and reading it makes two files
 * beside it. */
static int needs_immutable(struct ft_db *db)
{
    int64_t ignored;
    if (read_int(db, "PRAGMA user_version", &ignored, NULL) == 0)
        return 0;
    int code = sqlite3_errcode(db->sql) & 0xff;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY)
        return 0;
    char *log = ft_asprintf("%s-wal", db->path);
    int has_log = ft_fs_exists(log);
    free(log);
    return !has_log;
}

static int open_file(struct ft_db *db, enum ft_db_mode mode, struct ft_err *err)
{
    /* Readers ask for write access too, so that the last one to close removes the log's files;
     * query_only keeps them from changing anything, and SQLite falls back to read-only by itself.
     */
    int flags = SQLITE_OPEN_READWRITE | (mode == FT_DB_WRITE ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(db->path, &db->sql, flags, NULL) != SQLITE_OK)
        return ft_db_fail(db, err);
    if (mode == FT_DB_READ && needs_immutable(db) && open_immutable(db, err) < 0)
        return -1;
    sqlite3_extended_result_codes(db->sql, 1);
    sqlite3_busy_timeout(db->sql, BUSY_TIMEOUT_MS);
    if (ft_db_add_functions(db->sql) != SQLITE_OK)
        return ft_db_fail(db, err);
    return 0;
}

struct ft_db *ft_db_open(const char *path, enum ft_db_mode mode, struct ft_err *err)
{
    struct ft_db *db = ft_calloc(1, sizeof *db);
    int rc = -1;
    db->path = ft_strdup(path);
    if (mode == FT_DB_WRITE) {
        char *dir = ft_fs_dirname(path);
        rc = ft_fs_mkdirs(dir, err);
        free(dir);
        if (rc < 0)
            goto out;
    } else if (!ft_fs_exists(path)) {
        rc = ft_err_set(err, FT_ERR_ENV, "there is no database '%s'", path);
        ft_err_hint(err, "'fatune --config FILE' makes it; --db names another file");
        goto out;
    }
    rc = open_file(db, mode, err);
    if (rc == 0)
        rc = check_identity(db, mode, err);
    if (rc < 0)
        goto out;
    if (mode == FT_DB_READ) {
        rc = execute(db, "PRAGMA query_only = ON", err);
    } else if (sqlite3_db_readonly(db->sql, "main") == 1) {
        rc = ft_err_set(err, FT_ERR_ENV, "database '%s' is read-only", path);
        ft_err_hint(err, "make the file writable, or name another file with --db");
    } else {
        rc = choose_journal(db, err);
        if (rc == 0)
            rc = execute(db, "PRAGMA foreign_keys = ON", err);
    }
    db->is_read_only = mode == FT_DB_READ;
out:
    if (rc < 0) {
        sqlite3_close(db->sql);
        free(db->path);
        free(db);
        return NULL;
    }
    return db;
}

void ft_db_close(struct ft_db *db)
{
    if (!db)
        return;
    ft_db_rollback(db);
    for (size_t i = 0; i < db->n_statements; i++)
        sqlite3_finalize(db->statements[i].stmt);
    if (!db->is_read_only) { /* fails, and may, while another process has the file open */
        sqlite3_busy_timeout(db->sql, 0);
        sqlite3_exec(db->sql, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
    sqlite3_close(db->sql);
    free(db->path);
    free(db);
}

int64_t ft_db_reader_version(struct ft_db *db)
{
    int64_t version = -1;
    read_int(db, "PRAGMA user_version", &version, NULL);
    return version;
}
