/* A kernel for tests of the include closure; nothing compiles it.
#include "not_there_because_this_is_a_comment.h"
*/
#include "fatune_config.h"
#include <stddef.h>
#include "helper.cuh"
#include "ft_abi.h"
