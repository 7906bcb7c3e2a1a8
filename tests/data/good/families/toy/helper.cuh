#pragma once
#include "helper.cuh"
  #  include "ft_abi.h" // again
