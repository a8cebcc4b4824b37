// As much of an assertion library as a test needs, with GoogleTest's names.
#pragma once
#pragma GCC system_header

namespace testing {
class AssertionResult {
public:
  template <typename T> explicit AssertionResult(const T &Success, int * = nullptr);
  AssertionResult(const AssertionResult &);
  operator bool() const;
  const char *failure_message() const;
};
namespace internal {
class EqHelper {
public:
  template <typename L, typename R>
  static AssertionResult Compare(const char *, const char *, const L &, const R &);
};
template <typename L, typename R>
AssertionResult CmpHelperNE(const char *, const char *, const L &, const R &);
void report(const char *);
} // namespace internal
} // namespace testing

#define ASSERT_(Result, Otherwise)                                             \
  switch (0)                                                                   \
  case 0:                                                                      \
  default:                                                                     \
    if (const ::testing::AssertionResult ar = (Result))                        \
      ;                                                                        \
    else                                                                       \
      Otherwise ::testing::internal::report(ar.failure_message())
#define ASSERT_EQ(A, B) ASSERT_(::testing::internal::EqHelper::Compare(#A, #B, A, B), return)
#define EXPECT_EQ(A, B) ASSERT_(::testing::internal::EqHelper::Compare(#A, #B, A, B), )
#define ASSERT_NE(A, B) ASSERT_(::testing::internal::CmpHelperNE(#A, #B, A, B), return)
#define ASSERT_TRUE(A) ASSERT_(::testing::AssertionResult(A), return)
#define ASSERT_FALSE(A) ASSERT_(::testing::AssertionResult(!(A)), return)
