"""The program: the only place that knows everybody."""

import os

# One thread multiplies matrices, for these are small: more wait for each other, and on a machine that is busy with
# something else cost three times as much. It must be said before numpy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")
