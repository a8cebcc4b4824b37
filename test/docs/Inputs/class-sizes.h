// What utils/class-sizes counts, and what it does not: void comment();
#define BEFORE(X) X

namespace ns {
class Forward;

class Counted final : Base<int> {
public:
  Counted() : A(1), B{2}, C(f()) {} // 1
  Counted(const Counted &) = delete; // 2
  ~Counted(); // 3
  static int make(int X = f()) { // 4
    struct Local {
      int I = 0;
    };
    auto L = [](int Y) { return Y; };
    return L(X);
  }
  bool operator()(int) const; // 5
  bool operator==(const Counted &O) const { return A == O.A; } // 6
  std::function<void(int)> function(); // 7
  template <typename T> T get() const { return {}; } // 8
  std::vector<int> all() const; // 9

  struct Inner {
    void f();
    int A = 0;
  } I = {};
  enum Kind { First, Second } K = First;

private:
  friend void other(int);
  using Pointer = void (*)(int);
  std::function<void(int)> Callback;
  void (*Plain)(int) = nullptr;
  int A = f(), B = 1'000;
  const char *Text = "void text();";
#if BEFORE(1)
  int D{2};
#else
  void elsewhere();
#endif
#define ENTRY(NAME) void apply##NAME(int);
#include "class-sizes.def"
};

template <typename T> struct Derived : Counted {
  Derived(); // 1
  [[nodiscard]] int f() const; // 2
  static constexpr bool g(T X) { // 3
    if (X) {
      return true;
    }
    return false;
  }
};
} // namespace ns
