# Batch entry points: n samples a call, arrays out.

import numpy as np
