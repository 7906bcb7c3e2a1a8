/* test_nvml.c -- finding a library, and reading a GPU's state through a fake libnvidia-ml */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/mem.h"
#include "gpu/dl.h"
#include "gpu/nvml.h"
#include "unit/scratch.h"

/* An old driver: the throttle reasons under their former name, no power. */
static const char fake[] =
    "#include <string.h>\n"
    "int nvmlInit_v2(void) { return 0; }\n"
    "const char *nvmlErrorString(int r) { return r == 6 ? \"Not Found\" : \"?\"; }\n"
    "int nvmlDeviceGetHandleByPciBusId_v2(const char *id, void **d) {\n"
    "    *d = (void *)1; return strcmp(id, \"0000:3b:00.0\") ? 6 : 0; }\n"
    "int nvmlDeviceGetClockInfo(void *d, int type, unsigned *mhz) { *mhz = type == 1 ? 1980 : "
    "3201; return 0; }\n"
    "int nvmlDeviceGetCurrentClocksThrottleReasons(void *d, unsigned long long *r) { *r = 4; "
    "return 0; }\n"
    "int nvmlDeviceGetTemperature(void *d, int sensor, unsigned *c) { *c = 41; return sensor; }\n"
    "int nvmlSystemGetDriverVersion(char *out, unsigned n) { strncpy(out, \"580.65\", n); return "
    "0; }\n";

static char dir[] = "/tmp/fatune-test-nvml-XXXXXX";

static void test_absent(void **state)
{
    struct ft_nvml_state now;
    struct ft_err err = {0};
    const char *path = NULL;

    (void)state;
    setenv("FATUNE_LIBNVML", "/nonexistent/libnvidia-ml.so", 1);
    assert_null(ft_dl_open(FT_LIB_NVML, &path, &err));
    assert_null(path);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "/nonexistent/libnvidia-ml.so"));
    assert_true(strlen(err.hint) > 0);
    assert_int_equal(ft_nvml_read("0000:3b:00.0", &now, NULL), -1);
    assert_int_equal(now.sm_mhz, -1);
    assert_int_equal(now.throttle_reasons, 0);
    assert_string_equal(now.driver, "");
}

static void test_not_a_library(void **state)
{
    struct ft_err err = {0};
    char *path = ft_fs_join(dir, "text.so");

    (void)state;
    assert_int_equal(ft_fs_write_atomic(path, "text", 4, &err), 0);
    setenv("FATUNE_LIBNVML", path, 1);
    assert_null(ft_dl_open(FT_LIB_NVML, NULL, &err));
    assert_non_null(strstr(err.text, path));
    free(path);
}

static void test_state(void **state)
{
    char *source = ft_fs_join(dir, "fake.c"), *library = ft_fs_join(dir, "libnvidia-ml.so");
    char *command = ft_asprintf("cc -w -shared -fPIC -o '%s' '%s'", library, source);
    struct ft_nvml_state now;
    struct ft_err err = {0};
    const char *path = NULL;

    (void)state;
    assert_int_equal(ft_fs_write_atomic(source, fake, strlen(fake), &err), 0);
    assert_int_equal(system(command), 0);
    setenv("FATUNE_LIBNVML", library, 1);
    if (ft_nvml_read("0000:3b:00.0", &now, &err) < 0)
        fail_msg("%s", err.text);
    assert_int_equal(now.sm_mhz, 1980);
    assert_int_equal(now.temperature_c, 41);
    assert_int_equal(now.power_w, -1);
    assert_int_equal(now.throttle_reasons, 4);
    assert_string_equal(now.driver, "580.65");
    assert_non_null(ft_dl_open(FT_LIB_NVML, &path, &err));
    assert_string_equal(path, library);

    assert_int_equal(ft_nvml_read("0000:99:00.0", &now, &err), -1);
    assert_non_null(strstr(err.text, "0000:99:00.0"));
    assert_non_null(strstr(err.text, "Not Found"));
    assert_int_equal(now.sm_mhz, -1);
    free(command);
    free(library);
    free(source);
}

static int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    return remove_tree(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_absent),
        cmocka_unit_test(test_not_a_library),
        cmocka_unit_test(test_state),
    };

    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
