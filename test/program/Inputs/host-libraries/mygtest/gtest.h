#include "../inc/gtest/gtest.h"
