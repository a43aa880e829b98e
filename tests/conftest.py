"""What all tests share.

Property tests draw the same examples every time; ``random`` draws new ones:

    HYPOTHESIS_PROFILE=random make test
"""

import os
import signal

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("random", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))

# A shell that starts tests in the background has them ignore Ctrl-C; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)
