//===- CuRand.cu - cuRAND, host API ---------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"
#include <curand.h>

namespace oracle {
static Code toCode(curandStatus_t S) {
#define NAME(X)                                                                \
  case X:                                                                      \
    return {X, #X};
  switch (S) {
    NAME(CURAND_STATUS_SUCCESS)
    NAME(CURAND_STATUS_VERSION_MISMATCH)
    NAME(CURAND_STATUS_NOT_INITIALIZED)
    NAME(CURAND_STATUS_ALLOCATION_FAILED)
    NAME(CURAND_STATUS_TYPE_ERROR)
    NAME(CURAND_STATUS_OUT_OF_RANGE)
    NAME(CURAND_STATUS_LENGTH_NOT_MULTIPLE)
    NAME(CURAND_STATUS_DOUBLE_PRECISION_REQUIRED)
    NAME(CURAND_STATUS_LAUNCH_FAILURE)
    NAME(CURAND_STATUS_PREEXISTING_FAILURE)
    NAME(CURAND_STATUS_INITIALIZATION_FAILED)
    NAME(CURAND_STATUS_ARCH_MISMATCH)
    NAME(CURAND_STATUS_INTERNAL_ERROR)
  }
  return {int(S), ""};
#undef NAME
}
} // namespace oracle

using namespace oracle;

/// Numbers that are asked for: as many as C.Watched has room for.
static constexpr size_t N = CudaBackend::Count;

static curandGenerator_t Generator;
static curandDiscreteDistribution_t Distribution;

static void needGenerator(curandRngType_t Type = CURAND_RNG_PSEUDO_DEFAULT) {
  must(toCode(curandCreateGenerator(&Generator, Type)),
       "curandCreateGenerator");
}

static void needHostGenerator() {
  must(toCode(curandCreateGeneratorHost(&Generator, CURAND_RNG_PSEUDO_DEFAULT)),
       "curandCreateGeneratorHost");
}

static void bindTo(cudaStream_t S) {
  must(toCode(curandSetStream(Generator, S)), "curandSetStream");
}

static Code seeds() { return toCode(curandGenerateSeeds(Generator)); }

static Code integers(int *Out) {
  return toCode(
      curandGenerate(Generator, reinterpret_cast<unsigned *>(Out), N));
}

/// Never zero.
static Code uniform(int *Out) {
  return toCode(curandGenerateUniform(Generator, asFloats(Out), N));
}

static Code normal(int *Out) {
  return toCode(curandGenerateNormal(Generator, asFloats(Out), N, 5, 1));
}

static Code poisson(int *Out) {
  return toCode(curandGeneratePoisson(
      Generator, reinterpret_cast<unsigned *>(Out), N, 1000));
}

// clang-format off
static const Call Calls[] = {
  // Generators.
  CALL(curandCreateGenerator, Standard, NOTHING,
       curandCreateGenerator(&Generator, CURAND_RNG_PSEUDO_DEFAULT))
  CALL_AS(curandCreateGenerator, "philox", Brief, NOTHING,
          curandCreateGenerator(&Generator, CURAND_RNG_PSEUDO_PHILOX4_32_10))
  CALL_AS(curandCreateGenerator, "mtgp32", Brief, NOTHING,
          curandCreateGenerator(&Generator, CURAND_RNG_PSEUDO_MTGP32))
  CALL(curandCreateGeneratorHost, Brief, NOTHING,
       curandCreateGeneratorHost(&Generator, CURAND_RNG_PSEUDO_DEFAULT))
  CALL(curandDestroyGenerator, Standard, needGenerator(),
       curandDestroyGenerator(Generator))
  CALL_AS(curandDestroyGenerator, "used", Standard,
          needGenerator(); bindTo(C.S); warmUp(integers(C.Scratch)),
          curandDestroyGenerator(Generator))
  CALL(curandSetStream, StreamArgument | Brief, needGenerator(),
       curandSetStream(Generator, C.S))
  CALL(curandSetPseudoRandomGeneratorSeed, Brief,
       needGenerator(); bindTo(C.S); warmUp(integers(C.Scratch)),
       curandSetPseudoRandomGeneratorSeed(Generator, 42))
  CALL(curandSetGeneratorOffset, Brief,
       needGenerator(); bindTo(C.S); warmUp(integers(C.Scratch)),
       curandSetGeneratorOffset(Generator, 1000))
  CALL(curandSetGeneratorOrdering, Brief, needGenerator(); bindTo(C.S),
       curandSetGeneratorOrdering(Generator, CURAND_ORDERING_PSEUDO_BEST))
  CALL(curandGenerateSeeds, Standard, needGenerator(); bindTo(C.S),
       curandGenerateSeeds(Generator))
  CALL_AS(curandGenerateSeeds, "second", Brief,
          needGenerator(); bindTo(C.S); warmUp(seeds()),
          curandGenerateSeeds(Generator))
  CALL(curandCreatePoissonDistribution, Brief, NOTHING,
       curandCreatePoissonDistribution(10, &Distribution))

  // Numbers.
  CALL_AS(curandGenerate, "cold", StreamArgument | Standard,
          needGenerator(); bindTo(C.S),
          integers(C.Watched))
  CALL_AS(curandGenerate, "seeded", Brief,
          needGenerator(); bindTo(C.S); warmUp(seeds()),
          integers(C.Watched))
  CALL_AS(curandGenerate, "warm", StreamArgument | Standard,
          needGenerator(); bindTo(C.S); warmUp(integers(C.Scratch)),
          integers(C.Watched))
  CALL_AS(curandGenerate, "bound-elsewhere", Standard,
          needGenerator(); bindTo(C.Idle); warmUp(integers(C.Scratch)),
          integers(C.Watched))
  CALL_AS(curandGenerate, "never-bound", Standard,
          needGenerator(); warmUp(integers(C.Scratch)),
          integers(C.Watched))
  CALL_BODY(curandGenerate, "bound-in-capture", Standard,
            needGenerator(); bindTo(C.Idle); warmUp(integers(C.Scratch)),
            step("curandSetStream", toCode(curandSetStream(Generator, C.S)));
            return integers(C.Watched))
  CALL_BODY(curandGenerate, "reseeded", Brief,
            needGenerator(); bindTo(C.S); warmUp(integers(C.Scratch)),
            step("curandSetPseudoRandomGeneratorSeed",
                 toCode(curandSetPseudoRandomGeneratorSeed(Generator, 42)));
            return integers(C.Watched))
  CALL_AS(curandGenerate, "philox-cold", Standard,
          needGenerator(CURAND_RNG_PSEUDO_PHILOX4_32_10); bindTo(C.S),
          integers(C.Watched))
  CALL_AS(curandGenerate, "mrg32k3a", Brief,
          needGenerator(CURAND_RNG_PSEUDO_MRG32K3A); bindTo(C.S);
          warmUp(integers(C.Scratch)),
          integers(C.Watched))
  CALL_AS(curandGenerate, "mtgp32", Brief,
          needGenerator(CURAND_RNG_PSEUDO_MTGP32); bindTo(C.S);
          warmUp(integers(C.Scratch)),
          integers(C.Watched))
  CALL_AS(curandGenerate, "host-generator", Standard,
          needHostGenerator(); bindTo(C.S); warmUp(integers(C.PageableOnes)),
          integers(C.Pageable))
  CALL(curandGenerateUniform, Brief,
       needGenerator(); bindTo(C.S); warmUp(uniform(C.Scratch)),
       uniform(C.Watched))
  CALL_AS(curandGenerateUniform, "sobol32-cold", Brief,
          needGenerator(CURAND_RNG_QUASI_SOBOL32); bindTo(C.S),
          uniform(C.Watched))
  CALL_AS(curandGenerateUniform, "sobol32", Brief,
          needGenerator(CURAND_RNG_QUASI_SOBOL32); bindTo(C.S);
          warmUp(uniform(C.Scratch)),
          uniform(C.Watched))
  CALL(curandGenerateNormal, Brief,
       needGenerator(); bindTo(C.S); warmUp(normal(C.Scratch)),
       normal(C.Watched))
  CALL(curandGeneratePoisson, Brief,
       needGenerator(); bindTo(C.S); warmUp(poisson(C.Scratch)),
       poisson(C.Watched))
};
// clang-format on

static AddCalls Added(Calls);
