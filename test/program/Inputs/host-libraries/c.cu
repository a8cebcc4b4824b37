#include <gtest/wait.h>
