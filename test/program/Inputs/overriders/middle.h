#pragma once
#include "steps.h"
struct Middle : Step {
  void run() override;
};
