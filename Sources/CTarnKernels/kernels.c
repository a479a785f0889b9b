// Everything else is inline in the header.
#define _GNU_SOURCE
#include "kernels.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __APPLE__
uint64_t tarn_thread_number(void) {
    uint64_t number = 0;
    pthread_threadid_np(0, &number);
    return number;
}

bool tarn_is_main_thread(void) { return pthread_main_np() != 0; }
#else
#include <sys/syscall.h>

uint64_t tarn_thread_number(void) { return (uint64_t)syscall(SYS_gettid); }

bool tarn_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
#endif

// ICU by its C interface. Libraries name their functions with or without a version.
static void *(*collator_open)(const char *, int *);
static int (*collator_key)(void *, const uint16_t *, int, uint8_t *, int);
static void (*collator_close)(void *);
static pthread_once_t collator_once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name) {
    void *found = dlsym(library, name);
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s_4_0", name);
    if (!found) found = dlsym(library, versioned);
    for (int version = 90; version >= 60 && !found; version--) {
        snprintf(versioned, sizeof versioned, "%s_%d", name, version);
        found = dlsym(library, versioned);
    }
    return found;
}

static void load_collation(void) {
    static const char *const names[] = {"lib_FoundationICU.so", "libicucore.A.dylib", "libicui18n.so"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *library = dlopen(names[i], RTLD_LAZY | RTLD_LOCAL);
        if (!library) continue;
        void *open = find(library, "ucol_open");
        void *key = find(library, "ucol_getSortKey");
        void *close = find(library, "ucol_close");
        if (open && key && close) {
            memcpy(&collator_open, &open, sizeof open);
            memcpy(&collator_key, &key, sizeof key);
            memcpy(&collator_close, &close, sizeof close);
            return;
        }
        dlclose(library);
    }
}

void *tarn_collator_open(const char *identifier) {
    pthread_once(&collator_once, load_collation);
    if (!collator_open) return NULL;
    int status = 0;
    void *collator = collator_open(identifier, &status);
    return status > 0 ? NULL : collator;
}

int tarn_collator_key(void *collator, const uint16_t *text, int count, uint8_t *key, int capacity) {
    return collator_key(collator, text, count, key, capacity);
}

void tarn_collator_close(void *collator) { collator_close(collator); }
