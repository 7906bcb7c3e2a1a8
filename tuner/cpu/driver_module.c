/* driver_module.c -- modules of the CPU device: shared objects that export ft_cpu_module
 *
 * Idea: cuModuleLoadData gets an image in memory and no length, and dlopen wants a file. The length
 * follows from the ELF header, as the section header table comes last in what linkers write; the
 * file is one in memory.
 *
 * The loader knows a library by its name, here /proc/self/fd/N. So a module keeps its descriptor
 * while it is loaded: otherwise the next one could get the same number, and dlopen would hand out
 * the old library again. What dlclose does not unload (C++'s unique symbols) keeps it for good.
 */
#include "cpu/driver_int.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define HOST_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define HOST_MACHINE EM_AARCH64
#else
#error "which e_machine has this host?"
#endif
#define MAX_IMAGE_BYTES ((uint64_t)1 << 30)
#define PATH_BYTES      64

struct module {
    void *library;
    int fd;
    uint32_t n_functions;
    struct ft_cpu_function functions[];
};

/* ---- the image ---- */

static CUresult bad_image(const char *why)
{
    return ft_cpu_refuse(CUDA_ERROR_INVALID_IMAGE, "not a build for the CPU device: %s", why);
}

/* Size of a shared object for this machine. Reads no further than what it has seen to be there. */
static CUresult image_size(const unsigned char *image, size_t *out)
{
    ElfW(Ehdr) header;
    ElfW(Phdr) segment;
    uint64_t size;

    if (!image || strncmp((const char *)image, ELFMAG, SELFMAG) != 0)
        return bad_image("it is no ELF file");
    if (image[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
        image[EI_DATA] != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB))
        return bad_image("it is an ELF file of another word size or byte order");
    memcpy(&header, image, sizeof header);
    if (header.e_machine != HOST_MACHINE)
        return ft_cpu_refuse(CUDA_ERROR_NO_BINARY_FOR_GPU,
                             "the code is for ELF machine %d%s, this one is %d", header.e_machine,
                             header.e_machine == EM_CUDA ? " (a GPU)" : "", HOST_MACHINE);
    if (header.e_type != ET_DYN)
        return bad_image("it is no shared object");
    size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    if (header.e_shnum == 0 || header.e_shentsize != sizeof(ElfW(Shdr)) ||
        header.e_phentsize != sizeof segment || header.e_shoff < sizeof header ||
        header.e_shoff > MAX_IMAGE_BYTES || header.e_phoff > size ||
        (uint64_t)header.e_phnum * sizeof segment > size - header.e_phoff)
        return bad_image("its ELF header is damaged");
    for (int i = 0; i < header.e_phnum; i++) {
        memcpy(&segment, image + header.e_phoff + (size_t)i * sizeof segment, sizeof segment);
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset)
            return bad_image("a segment lies outside of it");
    }
    *out = (size_t)size;
    return CUDA_SUCCESS;
}

/* A file in memory, or where the kernel gives none, one on disk that has no name any more. */
static int open_file(void)
{
    const char *dir = getenv("TMPDIR");
    char path[PATH_MAX];
    int fd = memfd_create("fatune-cpu", MFD_CLOEXEC);

    if (fd >= 0)
        return fd;
    snprintf(path, sizeof path, "%s/fatune-cpu-XXXXXX", dir && *dir ? dir : "/tmp");
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static CUresult write_file(const unsigned char *image, size_t size, int *out)
{
    const int fd = open_file();
    size_t done = 0;

    while (fd >= 0 && done < size) {
        const ssize_t n = write(fd, image + done, size - done);

        if (n < 0 && errno != EINTR)
            break;
        done += n > 0 ? (size_t)n : 0;
    }
    if (fd < 0 || done < size) {
        const int e = errno;

        if (fd >= 0)
            close(fd);
        return ft_cpu_refuse(CUDA_ERROR_OUT_OF_MEMORY, "no file for a module of %zu bytes: %s",
                             size, strerror(e));
    }
    *out = fd;
    return CUDA_SUCCESS;
}

static void name_of(int fd, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "/proc/self/fd/%d", fd);
}

/* ---- loading ---- */

/* Takes fd. */
static void close_library(void *library, int fd)
{
    char path[PATH_BYTES];
    void *rest;

    name_of(fd, path);
    dlclose(library);
    rest = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    if (rest)
        dlclose(rest); /* it stays, and so does its name */
    else
        close(fd);
}

static CUresult check_table(const struct ft_cpu_module *table)
{
    if (!table)
        return bad_image("it exports no '" FT_CPU_MODULE_SYMBOL "'");
    if (table->version != FT_CPU_ABI_VERSION)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_IMAGE,
                             "the build is for version %u of the CPU device, this is version %d",
                             table->version, FT_CPU_ABI_VERSION);
    for (uint32_t i = 0; i < table->n_entries; i++) {
        if (!table->entries[i].name || !table->entries[i].run)
            return bad_image("an entry has no name or no code");
    }
    return CUDA_SUCCESS;
}

static uint32_t default_dynamic_bytes(const struct ft_cpu_entry *entry)
{
    return entry->static_smem_bytes < FT_CPU_SMEM_DEFAULT
               ? FT_CPU_SMEM_DEFAULT - entry->static_smem_bytes
               : 0;
}

/* Takes fd when it succeeds. */
static CUresult load(int fd, struct module **out)
{
    const struct ft_cpu_module *table;
    struct module *m;
    char path[PATH_BYTES];
    void *library;
    CUresult r;

    name_of(fd, path);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();

        return bad_image(why ? why : "it does not load");
    }
    table = dlsym(library, FT_CPU_MODULE_SYMBOL);
    r = check_table(table);
    if (r != CUDA_SUCCESS) {
        dlclose(library);
        return r;
    }
    m = calloc(1, sizeof *m + table->n_entries * sizeof m->functions[0]);
    if (!m) {
        dlclose(library);
        return ft_cpu_refuse(CUDA_ERROR_OUT_OF_MEMORY, "no memory for a module");
    }
    *m = (struct module){.library = library, .fd = fd, .n_functions = table->n_entries};
    for (uint32_t i = 0; i < table->n_entries; i++) {
        const struct ft_cpu_entry *entry = &table->entries[i];

        m->functions[i] = (struct ft_cpu_function){m, entry, default_dynamic_bytes(entry)};
    }
    *out = m;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    struct module *m = NULL;
    size_t size = 0;
    int fd = -1;
    CUresult r;

    FT_CPU_CHECK(ft_cpu_ready());
    FT_CPU_CHECK(image_size(image, &size));
    FT_CPU_CHECK(write_file(image, size, &fd));
    pthread_mutex_lock(&ft_cpu_lock);
    r = load(fd, &m);
    pthread_mutex_unlock(&ft_cpu_lock);
    if (r != CUDA_SUCCESS) {
        close(fd);
        return r;
    }
    *out = (CUmodule)(void *)m;
    return CUDA_SUCCESS;
}

/* Unloads even after a fault: the error is returned all the same. */
FT_CPU_EXPORT CUresult cuModuleUnload(CUmodule module)
{
    struct module *m = (struct module *)(void *)module;

    ft_cpu_flush();
    if (m) {
        pthread_mutex_lock(&ft_cpu_lock);
        close_library(m->library, m->fd);
        pthread_mutex_unlock(&ft_cpu_lock);
        free(m);
    }
    FT_CPU_CHECK(ft_cpu_ready());
    return m ? CUDA_SUCCESS : ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "no module");
}

FT_CPU_EXPORT CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    struct module *m = (struct module *)(void *)module;

    FT_CPU_CHECK(ft_cpu_ready());
    if (!m)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "no module");
    for (uint32_t i = 0; i < m->n_functions; i++) {
        if (strcmp(m->functions[i].entry->name, name) == 0) {
            *out = (CUfunction)(void *)&m->functions[i];
            return CUDA_SUCCESS;
        }
    }
    return ft_cpu_refuse(CUDA_ERROR_NOT_FOUND, "the module has no kernel '%s'", name);
}

/* ---- functions ---- */

static CUresult check_function(CUfunction function)
{
    FT_CPU_CHECK(ft_cpu_ready());
    return function ? CUDA_SUCCESS : ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "no function");
}

FT_CPU_EXPORT CUresult cuFuncGetAttribute(int *out, CUfunction_attribute attribute,
                                          CUfunction function)
{
    const struct ft_cpu_function *f = (struct ft_cpu_function *)(void *)function;

    FT_CPU_CHECK(check_function(function));
    if (attribute < 0 || attribute >= CU_FUNC_ATTRIBUTE_MAX)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "there is no function attribute %d",
                             (int)attribute);
    *out = attribute == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES       ? (int)f->entry->static_smem_bytes
           : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? FT_CPU_THREADS_PER_CTA
           : attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
               ? (int)f->max_dynamic_bytes
               : 0;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                                          int value)
{
    struct ft_cpu_function *f = (struct ft_cpu_function *)(void *)function;

    FT_CPU_CHECK(check_function(function));
    if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
        return CUDA_SUCCESS; /* a hint */
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
        return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "the CPU device cannot set function attribute %d", (int)attribute);
    if (value < 0 || (int64_t)value + f->entry->static_smem_bytes > FT_CPU_SMEM_PER_CTA)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE,
                             "'%s' with %d bytes of dynamic shared memory and %u of static: there "
                             "are %d",
                             f->entry->name, value, f->entry->static_smem_bytes,
                             FT_CPU_SMEM_PER_CTA);
    pthread_mutex_lock(&ft_cpu_lock);
    f->max_dynamic_bytes = (uint32_t)value;
    pthread_mutex_unlock(&ft_cpu_lock);
    return CUDA_SUCCESS;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

FT_CPU_EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, CUfunction function,
                                                                   int threads, size_t smem_bytes)
{
    const struct ft_cpu_function *f = (struct ft_cpu_function *)(void *)function;
    size_t bytes;
    int whole_warps;

    FT_CPU_CHECK(check_function(function));
    if (threads <= 0)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "a CTA of %d threads", threads);
    bytes = smem_bytes + f->entry->static_smem_bytes;
    *out = 0;
    if (threads > FT_CPU_THREADS_PER_CTA || smem_bytes > FT_CPU_SMEM_PER_CTA ||
        bytes > FT_CPU_SMEM_PER_CTA)
        return CUDA_SUCCESS; /* not one */
    whole_warps = (threads + FT_CPU_WARP - 1) / FT_CPU_WARP * FT_CPU_WARP;
    *out = smaller(FT_CPU_CTAS_PER_SM, FT_CPU_THREADS_PER_SM / whole_warps);
    *out = smaller(*out, FT_CPU_SMEM_PER_SM / ((int)bytes + FT_CPU_SMEM_RESERVED));
    return CUDA_SUCCESS;
}
