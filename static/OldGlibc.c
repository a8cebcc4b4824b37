/*===- OldGlibc.c - A program for systems older than this one -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C library gives a function a new version when it moves or changes, and a
// linker takes the newest one, without which a program does not start. This
// file defines such functions by means of versions that all systems of today
// have. utils/glibc says whether one is missing here. Functions that moved in
// glibc 2.34 were in libpthread and libdl before; the program is linked to
// these, which are empty today.
//
//===----------------------------------------------------------------------===*/

#if defined(__x86_64__) && defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define OWN __attribute__((visibility("hidden")))
#define FIRST "GLIBC_2.2.5"

/* NAME is the function of this name that is there since VERSION. */
#define OLD_OF(NAME, VERSION)                                                  \
  __asm__(".symver old_" #NAME ", " #NAME "@" VERSION "\n"                     \
          ".pushsection .text\n"                                               \
          ".globl " #NAME "\n"                                                 \
          ".hidden " #NAME "\n"                                                \
          ".type " #NAME ", @function\n" #NAME ":\n"                           \
          "  jmp *old_" #NAME "@GOTPCREL(%rip)\n"                              \
          ".size " #NAME ", .-" #NAME "\n"                                     \
          ".popsection");

#define OLD(NAME) OLD_OF(NAME, FIRST)

OLD(__pthread_key_create)
OLD(dladdr)
OLD(dlclose)
OLD(dlerror)
OLD(dlopen)
OLD(dlsym)
OLD(exp)
OLD(exp2)
OLD(expf)
OLD(log)
OLD(log2)
OLD(pow)
OLD(pthread_attr_setstacksize)
OLD(pthread_create)
OLD(pthread_detach)
OLD(pthread_join)
OLD(pthread_mutex_trylock)
OLD(pthread_once)
OLD(pthread_rwlock_rdlock)
OLD(pthread_rwlock_trywrlock)
OLD(pthread_rwlock_unlock)
OLD(pthread_rwlock_wrlock)
OLD(pthread_sigmask)
OLD_OF(pthread_getname_np, "GLIBC_2.12")
OLD_OF(pthread_setname_np, "GLIBC_2.12")

/*===--- Functions that are younger than the versions ---===*/

/* Before glibc 2.33 a header made stat a call of __xstat. */
#define STAT(NAME, OLD_NAME, FILE)                                             \
  int old##OLD_NAME(int Version, FILE, void *Result);                          \
  __asm__(".symver old" #OLD_NAME ", " #OLD_NAME "@" FIRST);                   \
  OWN int NAME(FILE, void *Result) { return old##OLD_NAME(1, File, Result); }

STAT(stat, __xstat, const char *File)
STAT(stat64, __xstat64, const char *File)
STAT(lstat, __lxstat, const char *File)
STAT(lstat64, __lxstat64, const char *File)
STAT(fstat, __fxstat, int File)
STAT(fstat64, __fxstat64, int File)

/* glibc 2.25, and Linux 3.17. */
OWN int getentropy(void *Bytes, size_t Length) {
  if (syscall(SYS_getrandom, Bytes, Length, 0) == (long)Length)
    return 0;
  int File = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (File < 0)
    return -1;
  ssize_t Got = read(File, Bytes, Length);
  close(File);
  return Got == (ssize_t)Length ? 0 : -1;
}

/* glibc 2.36 */
OWN unsigned arc4random(void) {
  unsigned Number = 0;
  if (getentropy(&Number, sizeof(Number)))
    __builtin_trap();
  return Number;
}

/* glibc 2.32: what std::shared_ptr asks. 0 says that there may be threads. */
OWN char __libc_single_threaded = 0;

/* glibc 2.30: a wait by another clock than that of the day. */
OWN int pthread_cond_clockwait(pthread_cond_t *Condition,
                               pthread_mutex_t *Mutex, clockid_t Clock,
                               const struct timespec *Until) {
  const long Second = 1000000000;
  struct timespec Now, Day;
  clock_gettime(Clock, &Now);
  clock_gettime(CLOCK_REALTIME, &Day);
  Day.tv_sec += Until->tv_sec - Now.tv_sec;
  Day.tv_nsec += Until->tv_nsec - Now.tv_nsec;
  if (Day.tv_nsec < 0) {
    Day.tv_nsec += Second;
    --Day.tv_sec;
  } else if (Day.tv_nsec >= Second) {
    Day.tv_nsec -= Second;
    ++Day.tv_sec;
  }
  return pthread_cond_timedwait(Condition, Mutex, &Day);
}

struct Numbers {
  int Of[10];
};
struct LargeNumbers {
  size_t Of[10];
};
struct Numbers mallinfo(void);

/* glibc 2.33 */
OWN struct LargeNumbers mallinfo2(void) {
  struct Numbers Small = mallinfo();
  struct LargeNumbers Result;
  for (int I = 0; I < 10; ++I)
    Result.Of[I] = (unsigned)Small.Of[I];
  return Result;
}

/*===--- Exceptions ---===*/

/* As in <dlfcn.h> of glibc 2.35. */
struct FoundObject {
  unsigned long long Flags;
  void *Begin, *End;
  struct link_map *Map;
  void *Frames;
  unsigned long long Reserved[7];
};

struct Search {
  uintptr_t Address;
  struct FoundObject *Result;
};

static int lookInto(struct dl_phdr_info *Object, size_t Size, void *Data) {
  struct Search *S = Data;
  uintptr_t Begin = UINTPTR_MAX, End = 0, Frames = 0;
  int Contains = 0;
  (void)Size;
  for (unsigned I = 0; I < Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) *Segment = &Object->dlpi_phdr[I];
    uintptr_t From = Object->dlpi_addr + Segment->p_vaddr;
    uintptr_t To = From + Segment->p_memsz;
    if (Segment->p_type == PT_GNU_EH_FRAME)
      Frames = From;
    if (Segment->p_type != PT_LOAD)
      continue;
    Begin = From < Begin ? From : Begin;
    End = To > End ? To : End;
    Contains |= From <= S->Address && S->Address < To;
  }
  if (!Contains || !Frames)
    return 0;
  S->Result->Flags = 0;
  S->Result->Begin = (void *)Begin;
  S->Result->End = (void *)End;
  S->Result->Map = NULL;
  S->Result->Frames = (void *)Frames;
  return 1;
}

/* glibc 2.35: what the unwinder of GCC 12 finds its tables with. */
OWN int findObject(void *Address,
                   struct FoundObject *Result) __asm__("_dl_find_object");
int findObject(void *Address, struct FoundObject *Result) {
  struct Search S = {(uintptr_t)Address, Result};
  return dl_iterate_phdr(lookInto, &S) ? 0 : -1;
}

/*===--- The start ---===*/

typedef void Init(int, char **, char **);
extern Init *__init_array_start[] OWN, *__init_array_end[] OWN;
extern void _init(void);

/* Before glibc 2.34, each program called its own constructors. */
static void construct(int Argc, char **Argv, char **Environment) {
  _init();
  for (Init **I = __init_array_start; I != __init_array_end; ++I)
    (*I)(Argc, Argv, Environment);
}

typedef int Main(int, char **, char **);
int oldStart(Main *, int, char **, Init *, void (*)(void), void (*)(void),
             void *);
__asm__(".symver oldStart, __libc_start_main@" FIRST);

OWN int __libc_start_main(Main *Program, int Argc, char **Argv, Init *NoInit,
                          void (*NoFini)(void), void (*LoaderFini)(void),
                          void *StackEnd) {
  (void)NoInit;
  (void)NoFini;
  return oldStart(Program, Argc, Argv, construct, NULL, LoaderFini, StackEnd);
}

#else
typedef int NothingToDoHere;
#endif
