/* cmd_doctor_data.c -- `fatune doctor`: what needs no GPU, and the program's own files */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/fs.h"
#include "base/units.h"
#include "cmd_doctor.h"
#include "cpu/device.h"
#include "cpu/hostcc.h"
#include "model/family.h"
#include "store/db.h"

static void check_cpu(struct ft_doctor *r)
{
    struct ft_err err = {0};
    char version[FT_HOSTCC_VERSION_BYTES];
    char *driver = ft_cpu_driver_path(&err);

    if (driver && ft_hostcc_version(version, &err) == 0)
        ft_doctor_add(r, "cpu", "ok", NULL, "%s, %s", version, driver);
    else
        ft_doctor_add(r, "cpu", "missing", err.hint, "%s", err.text);
    free(driver);
}

static void check_templates(struct ft_doctor *r)
{
    struct ft_families families = {0};
    struct ft_err err = {0};
    char *dir = ft_fs_share("kernel_templates", &err);

    if (!dir) {
        ft_doctor_add(r, "templates", "missing", err.hint, "%s", err.text);
        r->is_incomplete = 1;
    } else if (ft_families_load((const char *const[]){dir}, 1, &families, &err) < 0) {
        ft_doctor_add(r, "templates", "broken", err.hint, "%s", err.text);
        r->is_incomplete = 1;
    } else {
        ft_doctor_add(r, "templates", "ok", NULL, "%zu %s in %s", families.n,
                      families.n == 1 ? "family" : "families", dir);
        ft_families_free(&families);
    }
    free(dir);
}

static void check_configs(struct ft_doctor *r)
{
    struct ft_err err = {0};
    char *dir = ft_fs_share("configs", &err);

    if (dir)
        ft_doctor_add(r, "configs", "ok", NULL, "%s", dir);
    else
        ft_doctor_add(r, "configs", "missing", err.hint, "%s", err.text);
    free(dir);
}

/* Adds up the sizes of what lies below a directory, entries of the cache among them. */
static void measure_dir(const char *path, double *bytes, long *n_entries)
{
    DIR *dir = opendir(path);
    struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        char *child;
        struct stat st;

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        child = ft_fs_join(path, entry->d_name);
        if (lstat(child, &st) == 0) {
            *bytes += (double)st.st_blocks * 512;
            *n_entries += strcmp(entry->d_name, "meta.json") == 0;
            if (S_ISDIR(st.st_mode))
                measure_dir(child, bytes, n_entries);
        }
        free(child);
    }
    if (dir)
        closedir(dir);
}

static void check_cache(struct ft_doctor *r)
{
    struct ft_err err = {0};
    char *dir = ft_fs_cache_dir(&err), size[FT_UNIT_BYTES];
    double bytes = 0;
    long n_entries = 0;

    if (!dir) {
        ft_doctor_add(r, "cache", "broken", err.hint, "%s", err.text);
        r->is_incomplete = 1;
    } else if (access(dir, W_OK) != 0) {
        ft_doctor_add(r, "cache", "broken", "FATUNE_CACHE names another directory",
                      "cannot write to %s", dir);
        r->is_incomplete = 1;
    } else {
        measure_dir(dir, &bytes, &n_entries);
        ft_doctor_add(r, "cache", "ok", NULL, "%ld %s, %s in %s", n_entries,
                      n_entries == 1 ? "build" : "builds", ft_format_bytes(bytes, size), dir);
    }
    free(dir);
}

static void check_database(struct ft_doctor *r, const char *path)
{
    struct ft_err err = {0};
    struct ft_db *db;

    if (!ft_fs_exists(path)) {
        ft_doctor_add(r, "database", "missing", NULL, "no %s yet; tuning makes it", path);
        return;
    }
    db = ft_db_open(path, FT_DB_READ, &err);
    if (db)
        ft_doctor_add(r, "database", "ok", NULL, "%s%s", path,
                      ft_fs_is_shared(path)
                          ? ", on a file system that machines may share: tuned with a rollback "
                            "journal"
                          : "");
    else
        ft_doctor_add(r, "database", "broken", err.hint, "%s", err.text);
    r->is_incomplete |= !db;
    ft_db_close(db);
}

void ft_doctor_check_data(struct ft_doctor *r, const char *db_path)
{
    check_cpu(r);
    check_templates(r);
    check_configs(r);
    check_cache(r);
    check_database(r, db_path);
}
