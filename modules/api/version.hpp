#pragma once

#include <jounce/components/base/version.hpp>
