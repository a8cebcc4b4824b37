#pragma once
// The parts of googletest that make the classes of a typed test.
namespace testing {
struct Test {
  virtual ~Test() {}
  virtual void TestBody() = 0;
};
struct Factory {
  virtual ~Factory() {}
  virtual Test *make() = 0;
};
template <class T> struct FactoryOf : Factory {
  Test *make() override { return new T; }
};
int add(Factory *);
template <typename...> struct Types {};
template <template <typename> class T> struct TemplateSel {};
template <template <typename> class Fixture, class Body, class List> struct Typed;
template <template <typename> class Fixture, template <typename> class Body, class First, class... Others>
struct Typed<Fixture, TemplateSel<Body>, Types<First, Others...>> {
  static bool add() {
    testing::add(new FactoryOf<Body<First>>);
    return Typed<Fixture, TemplateSel<Body>, Types<Others...>>::add();
  }
};
template <template <typename> class Fixture, template <typename> class Body>
struct Typed<Fixture, TemplateSel<Body>, Types<>> {
  static bool add() { return true; }
};
} // namespace testing
