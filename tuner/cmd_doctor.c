/* cmd_doctor.c -- `fatune doctor`: what this machine has, what it lacks, what would help
 *
 * Idea: a list of findings, each ok, missing or broken, with a hint where something can be done. A
 * driver may hang or crash when it is touched, so a forked child touches it and writes what it saw,
 * as JSON, to a pipe; the parent waits for it with a deadline and has never loaded the driver.
 *
 * Exit code: 0 when tuning can work, and also where there is simply no GPU (everything else works
 * there); 3 when a GPU is there that cannot be used, or what tuning needs besides is missing.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/opt.h"
#include "base/table.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_doctor.h"
#include "cmd_util.h"
#include "gpu/cupti.h"
#include "gpu/dl.h"
#include "gpu/nvml.h"
#include "gpu/nvrtc.h"
#include "runtime/driver.h"
#include "store/db.h"

#define PROBE_TIMEOUT_NS 20000000000LL

/* ---- findings --------------------------------------------------------------------------- */

void ft_doctor_add(struct ft_doctor *r, const char *check, const char *status, const char *hint,
                   const char *fmt, ...)
{
    char text[2048];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    FT_GROW(r->items, r->n + 1, r->cap);
    r->items[r->n++] =
        (struct finding){ft_arena_strdup(r->arena, check), status, ft_arena_strdup(r->arena, text),
                         hint && *hint ? ft_arena_strdup(r->arena, hint) : NULL};
}

/* ---- the child: everything that touches the driver -------------------------------------- */

#ifndef FT_NO_CUDA
static void write_device(struct ft_json *j, const struct ft_driver *driver, int index)
{
    CUdevice device = 0;
    char name[128] = "", pci[32] = "";
    int major = 0, minor = 0, sms = 0;
    size_t bytes = 0;
    struct ft_nvml_state state;

    driver->cuDeviceGet(&device, index);
    driver->cuDeviceGetName(name, sizeof name, device);
    driver->cuDeviceGetPCIBusId(pci, sizeof pci, device);
    driver->cuDeviceTotalMem(&bytes, device);
    driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    driver->cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    ft_json_object(j);
    ft_json_kstr(j, "name", name);
    ft_json_kstr(j, "pci", pci);
    ft_json_kint(j, "cc", 10 * major + minor);
    ft_json_kint(j, "sms", sms);
    ft_json_kint(j, "bytes", (int64_t)bytes);
    if (ft_nvml_read(pci, &state, NULL) == 0) {
        ft_json_kint(j, "sm_mhz", state.sm_mhz);
        ft_json_kint(j, "temperature_c", state.temperature_c);
        ft_json_kint(j, "power_w", state.power_w);
    }
    ft_json_object_end(j);
}

/* {"loaded", "why", "init", "error", "version", "devices"} */
static void write_driver(struct ft_json *j)
{
    struct ft_driver driver = {0};
    char text[1024] = "";
    int version = 0, n_devices = 0;
    int is_loaded = ft_driver_load(&driver, text, sizeof text) == 0;

    ft_json_kbool(j, "loaded", is_loaded);
    ft_json_kstr(j, "why", text);
    if (!is_loaded)
        return;

    CUresult r = driver.cuInit(0);

    ft_json_kint(j, "init", (int)r);
    if (r != CUDA_SUCCESS)
        ft_json_kstr(j, "error", ft_driver_error(&driver, r, text, sizeof text));
    driver.cuDriverGetVersion(&version);
    ft_json_kint(j, "version", version);
    if (r != CUDA_SUCCESS)
        return;
    driver.cuDeviceGetCount(&n_devices);
    ft_json_key(j, "devices");
    ft_json_array(j);
    for (int i = 0; i < n_devices; i++)
        write_device(j, &driver, i);
    ft_json_array_end(j);
}
enum { CODE_NO_DEVICE = CUDA_ERROR_NO_DEVICE };
#else
static void write_driver(struct ft_json *j)
{
    ft_json_kbool(j, "loaded", 0);
    ft_json_kstr(j, "why", "this program was built without CUDA's headers");
    ft_json_kstr(j, "hint", "build it again with CUDA_HOME set to a CUDA toolkit");
}
enum { CODE_NO_DEVICE = 100 };
#endif

static void write_probe(int fd)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_json j;

    ft_json_init(&j, &text, 0);
    ft_json_object(&j);
    write_driver(&j);
    ft_json_object_end(&j);
    for (size_t done = 0; done < text.len;) {
        ssize_t n = write(fd, text.data + done, text.len - done);

        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    _exit(0);
}

/* What the child saw, or NULL with why. */
static const struct ft_jval *probe(struct ft_arena *arena, char *why, size_t cap,
                                   struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    const struct ft_jval *seen = NULL;
    int64_t end_ns = ft_now_ns() + PROBE_TIMEOUT_NS;
    int fds[2], status = 0, is_late = 0;
    pid_t pid;

    if (pipe2(fds, O_CLOEXEC) < 0 || (pid = fork()) < 0) {
        ft_err_errno(err, "cannot start a process that looks at the driver");
        return NULL;
    }
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        write_probe(fds[1]);
    }
    close(fds[1]);
    for (;;) {
        struct pollfd p = {.fd = fds[0], .events = POLLIN};
        int64_t left_ns = end_ns - ft_now_ns();
        char chunk[4096];
        ssize_t n;

        if (left_ns <= 0 || poll(&p, 1, (int)(left_ns / 1000000) + 1) == 0) {
            is_late = 1;
            kill(pid, SIGKILL);
            break;
        }
        n = read(fds[0], chunk, sizeof chunk);
        if (n > 0)
            ft_buf_add(&text, chunk, (size_t)n);
        else if (n == 0 || errno != EINTR)
            break;
    }
    close(fds[0]);
    /* A child that hangs inside the kernel is left behind. */
    waitpid(pid, &status, is_late ? WNOHANG : 0);
    if (is_late)
        snprintf(why, cap, "the driver does not answer within 20 s");
    else if (WIFSIGNALED(status))
        snprintf(why, cap, "the driver crashes: %s", strsignal(WTERMSIG(status)));
    else if (!(seen = ft_json_parse(arena, ft_buf_str(&text), text.len, NULL)))
        snprintf(why, cap, "the process that looked at the driver failed");
    ft_buf_free(&text);
    return seen;
}

/* ---- GPU and driver --------------------------------------------------------------------- */

/* A GPU that the kernel knows: by its driver, or by WSL's. */
static const char *device_node(void)
{
    static const char *const nodes[] = {"/dev/nvidia0", "/dev/nvidiactl", "/dev/dxg",
                                        "/proc/driver/nvidia/version"};

    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        if (ft_fs_exists(nodes[i]))
            return nodes[i];
    }
    return NULL;
}

static const char *init_hint(int64_t code)
{
    switch (code) {
    case 802:
        return "the GPUs' fabric is not ready: 'systemctl status nvidia-fabricmanager'";
    case 803:
        return "the driver's kernel module and library differ in version: restart the machine";
    case 804:
        return "the compatibility library of a CUDA package is found before the driver's libcuda";
    default:
        return "'nvidia-smi' and the kernel's log ('dmesg | grep NVRM') say more";
    }
}

static int knows_arch(const struct ft_doctor *r, int64_t cc)
{
    for (int i = 0; i < r->n_archs; i++) {
        if (r->archs[i] == cc)
            return 1;
    }
    return r->n_archs == 0; /* that there is no NVRTC has its own line */
}

static void add_device(struct ft_doctor *r, const struct ft_jval *v, int index)
{
    char check[32], bytes[FT_UNIT_BYTES], arch[16], now[96] = "";
    int64_t cc = ft_jget_int(v, "cc", 0), mhz = ft_jget_int(v, "sm_mhz", -1);

    snprintf(check, sizeof check, "gpu %d", index);
    ft_device_arch_of_cc((int)cc, arch);
    if (mhz >= 0)
        snprintf(now, sizeof now, ", now %lld MHz, %lld C, %lld W", (long long)mhz,
                 (long long)ft_jget_int(v, "temperature_c", -1),
                 (long long)ft_jget_int(v, "power_w", -1));
    ft_doctor_add(r, check, "ok",
                  knows_arch(r, cc)
                      ? NULL
                      : "NVRTC is older than this GPU: kernels are given as PTX and may be slower",
                  "%s, %s, %lld SMs, %s, at %s%s", ft_jget_str(v, "name", ""), arch,
                  (long long)ft_jget_int(v, "sms", 0),
                  ft_format_bytes((double)ft_jget_int(v, "bytes", 0), bytes),
                  ft_jget_str(v, "pci", ""), now);
    r->n_gpus++;
}

static void add_no_gpu(struct ft_doctor *r)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");

    ft_doctor_add(r, "gpu", "missing",
                  visible ? "CUDA_VISIBLE_DEVICES may hide it"
                          : "'check', 'list', 'compile', 'query', 'export' work without one",
                  "no GPU%s%s%s", visible ? " (CUDA_VISIBLE_DEVICES is '" : "",
                  visible ? visible : "", visible ? "')" : "");
}

static int check_gpu(struct ft_doctor *r, struct ft_err *err)
{
    char why[256] = "";
    const struct ft_jval *seen = probe(r->arena, why, sizeof why, err), *devices;
    const char *node = device_node();
    int64_t init, version;

    if (!seen) {
        if (!*why)
            return -1;
        ft_doctor_add(r, "driver", "broken", init_hint(0), "%s", why);
        r->is_gpu_broken = 1;
        return 0;
    }
    if (!ft_jget_int(seen, "loaded", 0)) {
        const char *hint =
            node ? "install libcuda of the version that 'nvidia-smi' shows; run a container with "
                   "--gpus all"
                 : "install NVIDIA's driver where there is a GPU; run a container with --gpus all; "
                   "FATUNE_LIBCUDA names another place";

        ft_doctor_add(r, "driver", node ? "broken" : "missing", ft_jget_str(seen, "hint", hint),
                      "%s%s%s", ft_jget_str(seen, "why", ""), node ? "; but there is " : "",
                      node ? node : "");
        r->is_gpu_broken = node != NULL;
        if (!node)
            add_no_gpu(r);
        return 0;
    }
    init = ft_jget_int(seen, "init", 0);
    version = ft_jget_int(seen, "version", 0);
    r->is_gpu_broken = init != 0 && init != CODE_NO_DEVICE;
    if (r->is_gpu_broken) {
        ft_doctor_add(r, "driver", "broken", init_hint(init),
                      "libcuda is found, but cuInit says %s", ft_jget_str(seen, "error", ""));
        return 0;
    }
    ft_doctor_add(r, "driver", "ok", NULL, "for CUDA %lld.%lld", (long long)(version / 1000),
                  (long long)(version % 1000 / 10));
    devices = ft_jget(seen, "devices");
    for (const struct ft_jval *v = devices ? devices->child : NULL; v; v = v->next)
        add_device(r, v, r->n_gpus);
    if (r->n_gpus == 0)
        add_no_gpu(r);
    return 0;
}

/* ---- libraries -------------------------------------------------------------------------- */

static void check_nvrtc(struct ft_doctor *r)
{
    const char *path = "";
    struct ft_err err = {0};
    struct ft_buf archs = FT_BUF_INIT;
    char version[16];

    if (ft_nvrtc_version(version, &err) < 0 ||
        (r->n_archs = ft_nvrtc_archs(r->archs, FT_DOCTOR_MAX_ARCHS, &err)) < 0) {
        ft_doctor_add(r, "nvrtc", "missing", err.hint, "%s", err.text);
        r->n_archs = 0;
        r->is_incomplete = 1;
        return;
    }
    ft_dl_open(FT_LIB_NVRTC, &path, NULL);
    for (int i = 0; i < r->n_archs; i++)
        ft_buf_printf(&archs, "%s%d", i ? " " : "", r->archs[i]);
    ft_doctor_add(r, "nvrtc", "ok", NULL, "%s, %s, sm_ %s", version, path, ft_buf_str(&archs));
    ft_buf_free(&archs);
}

static void check_cupti(struct ft_doctor *r)
{
    const char *path = "";
    struct ft_err err = {0};
    uint32_t version = 0;

    if (ft_cupti_version(&version, &err) < 0) {
        ft_doctor_add(r, "cupti", "missing", err.hint,
                      "%s; kernels are timed with events, which is less exact", err.text);
        return;
    }
    ft_dl_open(FT_LIB_CUPTI, &path, NULL);
    ft_doctor_add(r, "cupti", "ok", NULL, "API version %u, %s", version, path);
}

static void check_nvml(struct ft_doctor *r)
{
    const char *path = "";
    struct ft_err err = {0};

    if (ft_dl_open(FT_LIB_NVML, &path, &err))
        ft_doctor_add(r, "nvml", "ok", NULL, "%s", path);
    else
        ft_doctor_add(r, "nvml", "missing", err.hint,
                      "%s; clocks and temperatures are not recorded", err.text);
}

/* CAP_SYS_ADMIN (21) or CAP_PERFMON (38): they may read counters in any case. */
static int may_profile(void)
{
    struct ft_buf status = FT_BUF_INIT;
    int yes = 0;

    if (ft_fs_read("/proc/self/status", &status, NULL) == 0) {
        const char *caps = strstr(ft_buf_str(&status), "CapEff:");
        unsigned long long bits = caps ? strtoull(caps + 7, NULL, 16) : 0;

        yes = (bits >> 21 & 1) || (bits >> 38 & 1);
    }
    ft_buf_free(&status);
    return yes;
}

static void check_counters(struct ft_doctor *r)
{
    struct ft_buf params = FT_BUF_INIT;
    const char *line;

    if (r->n_gpus == 0)
        return;
    if (ft_fs_read("/proc/driver/nvidia/params", &params, NULL) < 0 ||
        !(line = strstr(ft_buf_str(&params), "RmProfilingAdminOnly:")))
        ft_doctor_add(r, "counters", "missing", NULL,
                      "the driver does not tell who may read hardware counters");
    else if (atoi(line + strlen("RmProfilingAdminOnly:")) == 0)
        ft_doctor_add(r, "counters", "ok", NULL, "open to every user");
    else if (may_profile())
        ft_doctor_add(r, "counters", "ok", NULL,
                      "open to administrators, of which this process is one");
    else
        ft_doctor_add(
            r, "counters", "missing",
            "run as root, in a container with --cap-add=SYS_ADMIN, or load the driver with "
            "NVreg_RestrictProfilingToAdminUsers=0",
            "only administrators may read hardware counters; times are not affected");
    ft_buf_free(&params);
}

/* ---- the command ------------------------------------------------------------------------ */

static void print_text(const struct ft_doctor *r)
{
    for (size_t i = 0; i < r->n; i++) {
        const struct finding *f = &r->items[i];

        printf("%-10s %-8s %s\n", f->check, f->status, f->detail);
        if (f->hint)
            printf("%-10s %-8s hint: %s\n", "", "", f->hint);
    }
    if (r->is_gpu_broken)
        printf("a GPU is here that cannot be used\n");
    else if (r->is_incomplete)
        printf("not ready: see what is missing or broken\n");
    else if (r->n_gpus == 0)
        printf("no GPU here: tuning, verify and reproduce take the CPU device\n");
    else
        printf("ready to tune\n");
}

static void print_json(const struct ft_doctor *r)
{
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_buf text = FT_BUF_INIT;
    static const char *const columns[] = {"check", "status", "detail", "hint"};

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        ft_table_column(&table, columns[i], columns[i], FT_LEFT);
    for (size_t i = 0; i < r->n; i++) {
        ft_table_text(&table, r->items[i].check);
        ft_table_text(&table, r->items[i].status);
        ft_table_text(&table, r->items[i].detail);
        ft_table_text(&table, r->items[i].hint);
    }
    ft_table_print(&table, FT_TABLE_JSON, &text);
    fputs(ft_buf_str(&text), stdout);
    ft_buf_free(&text);
    ft_table_free(&table);
}

int ft_cmd_doctor(int argc, char **argv, struct ft_err *err)
{
    struct ft_doctor r = {.arena = ft_arena_new()};
    const char *db_path = FT_DEFAULT_DB;
    int json = 0, n_operands = 0, rc = FT_ERR_ENV, parsed;
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &db_path, "FILE", "the database; default " FT_DEFAULT_DB, 0, 0,
         NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print a JSON array of {check, status, detail, hint}",
         0, 0, NULL},
        {0},
    };

    parsed = ft_opt_parse(opts, argc, argv, "fatune doctor [OPTIONS]",
                          "Shows what fatune finds on this machine, and what would help.",
                          &n_operands, err);
    if (parsed) {
        rc = parsed > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        rc = FT_ERR_USAGE;
        goto out;
    }
    ft_doctor_add(&r, "program", "ok", NULL, "fatune %s, compiled by %s %s", ft_version,
#ifdef __clang__
                  "clang",
#else
                  "gcc",
#endif
                  __VERSION__);
    check_nvrtc(&r); /* first: the GPU's line looks at its architectures */
    if (check_gpu(&r, err) < 0)
        goto out;
    check_cupti(&r);
    check_nvml(&r);
    check_counters(&r);
    ft_doctor_check_data(&r, db_path);
    if (json)
        print_json(&r);
    else
        print_text(&r);
    rc = r.is_gpu_broken || (r.n_gpus > 0 && r.is_incomplete) ? FT_ERR_ENV : FT_OK;
out:
    free(r.items);
    ft_arena_free(r.arena);
    return rc;
}
