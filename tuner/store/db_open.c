/* db_open.c -- opening, checking and closing the database; which journal it has
 *
 * The idea: make sure that the file is ours and of a version we know, and that what is committed
 * survives a kill -9 wherever the file lies.
 *
 * Journal. The writer uses a write-ahead log, so that `query` works beside it. The log needs memory
 * that all its users share, so it serves the processes of one machine only: on a network file
 * system, where SQLite itself would not notice, and where the file cannot be mapped, the file stays
 * with a rollback journal and full synchronisation. Then readers and the writer wait for each
 * other. FATUNE_JOURNAL=rollback asks for it where the file system does not say that it is shared.
 * The last writer to close turns the log back into a plain file, which can be copied, committed and
 * read from a read-only directory.
 *
 * With the log a commit is in the file system's cache and not yet on disk: all of it survives the
 * end of the process, and the last few may be lost with the machine, which is what the same command
 * measures again.
 */
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/mem.h"
#include "store/db_int.h"

#define BUSY_TIMEOUT_MS 10000
/* A change of journal is optional: no reason to wait long for it. */
#define JOURNAL_TIMEOUT_MS 1000

const char ft_db_schema[] =
#include "schema.inc"
    ;

int ft_db_read_int(struct ft_db *db, const char *sql, int64_t *out, struct ft_err *err)
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

/* Reads something. A log is opened here and not when it is chosen. */
static int can_read(struct ft_db *db)
{
    int64_t ignored;
    return ft_db_read_int(db, "SELECT count(*) FROM sqlite_master", &ignored, NULL) == 0;
}

/* Opens it, or opens it again. */
static int connect(struct ft_db *db, const char *name, int flags, struct ft_err *err)
{
    sqlite3_close(db->sql);
    if (sqlite3_open_v2(name, &db->sql, flags, NULL) != SQLITE_OK)
        return ft_db_fail(db, err);
    sqlite3_extended_result_codes(db->sql, 1);
    return ft_db_add_functions(db->sql) == SQLITE_OK ? 0 : ft_db_fail(db, err);
}

/* Did the last reading fail because the index of the log, which its users share, cannot be mapped?
 */
static int lacks_shared_memory(struct ft_db *db)
{
    switch (sqlite3_extended_errcode(db->sql)) {
    case SQLITE_IOERR_SHMOPEN:
    case SQLITE_IOERR_SHMSIZE:
    case SQLITE_IOERR_SHMLOCK:
    case SQLITE_IOERR_SHMMAP:
        return 1;
    default:
        return 0;
    }
}

/* Alone with the file, SQLite keeps the log's index in memory of its own: enough to fold the log in
 * and go back to a rollback journal. */
static int leave_log(struct ft_db *db, struct ft_err *err)
{
    int rc = connect(db, db->path, SQLITE_OPEN_READWRITE, err);
    if (rc == 0)
        rc = execute(db, "PRAGMA locking_mode = EXCLUSIVE", err);
    if (rc == 0)
        rc = execute(db, "PRAGMA journal_mode = DELETE", err);
    if (rc == 0)
        rc = execute(db, "PRAGMA locking_mode = NORMAL", err);
    return rc == 0 && !can_read(db) ? ft_db_fail(db, err) : rc; /* lets the lock go */
}

/* 1: the file should have a rollback journal; 0: a log; -1: what was asked for is neither. */
static int wants_rollback(const struct ft_db *db, struct ft_err *err)
{
    const char *asked = getenv("FATUNE_JOURNAL");
    if (!asked || !*asked)
        return ft_fs_is_shared(db->path);
    if (strcmp(asked, "rollback") == 0)
        return 1;
    ft_err_set(err, FT_ERR_USAGE, "FATUNE_JOURNAL is '%s'", asked);
    ft_err_hint(err, "'rollback', or not set: chosen by the file system");
    return -1;
}

/* SQLite answers with the mode that the file is in; a refusal is not an error, as others may have
 * it open. */
static int set_journal(struct ft_db *db, const char *pragma, const char *mode)
{
    sqlite3_stmt *stmt = NULL;
    int is_set = 0;
    if (sqlite3_prepare_v2(db->sql, pragma, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        is_set = strcmp((const char *)sqlite3_column_text(stmt, 0), mode) == 0;
    sqlite3_finalize(stmt);
    return is_set;
}

static int choose_journal(struct ft_db *db, struct ft_err *err)
{
    int rollback = wants_rollback(db, err);
    if (rollback < 0)
        return -1;
    sqlite3_busy_timeout(db->sql, JOURNAL_TIMEOUT_MS);
    int is_log = rollback ? !set_journal(db, "PRAGMA journal_mode = DELETE", "delete")
                          : set_journal(db, "PRAGMA journal_mode = WAL", "wal");
    if (is_log && !can_read(db) && lacks_shared_memory(db)) {
        if (leave_log(db, err) < 0)
            return -1;
        is_log = 0;
    }
    sqlite3_busy_timeout(db->sql, BUSY_TIMEOUT_MS);
    return execute(db, is_log ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL", err);
}

static int create_schema(struct ft_db *db, struct ft_err *err)
{
    int64_t n_tables = 0;
    if (execute(db, "BEGIN IMMEDIATE", err) < 0)
        return -1;
    /* Another process may have been faster. */
    int rc = ft_db_read_int(db, "SELECT count(*) FROM sqlite_master", &n_tables, err);
    if (rc == 0 && n_tables == 0)
        rc = execute(db, ft_db_schema, err);
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
    int rc = ft_db_read_int(db, "PRAGMA application_id", &application, err);
    if (rc == 0)
        rc = ft_db_read_int(db, "PRAGMA user_version", &version, err);
    if (rc == 0)
        rc = ft_db_read_int(db, "SELECT count(*) FROM sqlite_master", &n_tables, err);
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
    if (version >= FT_DB_OLDEST && version < FT_DB_VERSION) {
        if (ft_db_migrate(db, err) == 0)
            return 0;
        ft_err_wrap(err, "database '%s' of version %lld cannot become one of version %d", db->path,
                    (long long)version, FT_DB_VERSION);
        ft_err_hint(err, "make it writable, or copy it to where it can be written");
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
    int rc = connect(db, ft_buf_str(&uri), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, err);
    ft_buf_free(&uri);
    return rc;
}

/* A database that was not closed by its writer is in log mode, and reading it makes two files
 * beside it, one of them mapped. Without a log there is nothing in them. */
static int needs_immutable(struct ft_db *db)
{
    int code = sqlite3_errcode(db->sql) & 0xff;
    if (code != SQLITE_CANTOPEN && code != SQLITE_READONLY && !lacks_shared_memory(db))
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
    int rc = connect(db, db->path, flags, err);
    if (rc == 0 && !can_read(db)) {
        if (mode == FT_DB_READ && needs_immutable(db))
            rc = open_immutable(db, err);
        else if (lacks_shared_memory(db)) /* its log was made where there is some */
            rc = leave_log(db, err);
    }
    if (rc == 0)
        sqlite3_busy_timeout(db->sql, BUSY_TIMEOUT_MS);
    return rc;
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
    ft_db_read_int(db, "PRAGMA user_version", &version, NULL);
    return version;
}
