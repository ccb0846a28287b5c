// What most tests include: compiled once.
#pragma once

#include <gtest/gtest.h>

#include "planbuilder/cmake/common_headers.h"
