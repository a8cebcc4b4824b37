// Pointers to functions of an API that the program loads by name: by dlsym, by a function of its own, by a macro, or
// by the driver. Other pointers stay unknown.
// RUN: not %cuda-capture check --no-cache --level=possible "--capturable-functions=yes*;no*" %s -- %cuda-flags 2>&1 | %FileCheck %s --implicit-check-not=warning:
#include <cuda_runtime.h>

extern "C" void *dlsym(void *, const char *);
extern void *library;

using free_fn = cudaError_t (*)(void *);
using sync_fn = cudaError_t (*)();

template <typename F> F entry(const char *name) {
  F f = (F)dlsym(library, name);
  return f;
}

static sync_fn sync_it;
static free_fn free_it = nullptr;
static void load() {
  if (sync_it)
    return;
  sync_it = entry<sync_fn>("cudaDeviceSynchronize");
  *(void **)(&free_it) = dlsym(library, "cudaFree");
}

void yes_through_helper() {
  load();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while the caller of 'yes_through_helper' is capturing
  sync_it();
}

void yes_posix(void *p) {
  load();
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_posix' is capturing
  free_it(p);
}

void yes_static(void *p) {
  static free_fn own = (free_fn)dlsym(library, "cudaFree");
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_static' is capturing
  own(p);
}

void yes_in_steps(void *p) {
  void *symbol = dlsym(library, "cudaFree");
  free_fn f = reinterpret_cast<free_fn>(symbol);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_in_steps' is capturing
  f(p);
}

#define LOAD(Name) table.Name = (decltype(table.Name))dlsym(library, #Name)
struct {
  free_fn cudaFree;
  sync_fn cudaDeviceSynchronize;
} table;
void fill() {
  LOAD(cudaFree);
  LOAD(cudaDeviceSynchronize);
}
void yes_table(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_table' is capturing
  table.cudaFree(p);
}

void yes_driver(void *p) {
  free_fn f = nullptr;
  cudaDriverEntryPointQueryResult result;
  cudaGetDriverEntryPoint("cudaFree", (void **)&f, cudaEnableDefault, &result);
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_driver' is capturing
  f(p);
}

class Api {
public:
  Api() : sync((sync_fn)dlsym(library, "cudaDeviceSynchronize")) {}
  sync_fn sync;
};
void yes_constructor(Api &api) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaDeviceSynchronize' while the caller of 'yes_constructor' is capturing
  api.sync();
}

// Two names, or a function of the program.
static free_fn either;
void choose(bool async) { either = (free_fn)(async ? dlsym(library, "cudaFreeHost") : dlsym(library, "cudaFree")); }
void no_either(void *p) { either(p); }

static free_fn twice;
void setTwice(bool host) {
  twice = (free_fn)dlsym(library, "cudaFree");
  if (host)
    twice = (free_fn)dlsym(library, "cudaFreeHost");
}
void no_twice(void *p) { twice(p); }

cudaError_t mine(void *p) { return cudaSuccess; }
static free_fn replaced = mine;
void replace() { replaced = (free_fn)dlsym(library, "cudaFree"); }
void no_replaced(void *p) { replaced(p); }

// A name that is not known, or no name at all.
static free_fn other;
void loadOther() { other = (free_fn)dlsym(library, "my_free"); }
void no_other(void *p) { other(p); }

static free_fn named;
void loadNamed(const char *name) { named = (free_fn)dlsym(library, name); }
void no_named(void *p) { named(p); }

// Somebody else may set it.
void set(free_fn *to);
static free_fn given;
void loadGiven() {
  given = (free_fn)dlsym(library, "cudaFree");
  set(&given);
}
void no_given(void *p) { given(p); }

// By reference, with a name and without one.
bool loadInto(free_fn &to, const char *name);
void change(free_fn &to);
static free_fn byReference, changed;
void loadByReference() {
  loadInto(byReference, "cudaFree");
  changed = (free_fn)dlsym(library, "cudaFree");
  change(changed);
}
void yes_reference(void *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cudaFree' while the caller of 'yes_reference' is capturing
  byReference(p);
}
void no_changed(void *p) { changed(p); }

// A parameter.
void no_parameter(free_fn f, void *p) { f(p); }

// The source does not declare the function, and has types of its own.
using alloc_fn = int (*)(unsigned long long *, unsigned long);
static alloc_fn alloc;
void loadAlloc() { alloc = entry<alloc_fn>("cuMemAlloc_v2"); }
void yes_undeclared(unsigned long long *p) {
  // CHECK: :[[#@LINE+1]]:3: warning: call to 'cuMemAlloc_v2' while the caller of 'yes_undeclared' is capturing
  alloc(p, 4096);
}
