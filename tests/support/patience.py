"""How tests wait: for a condition, however long a busy machine takes. No time decides what a test finds."""
import time

PATIENCE = 300  # seconds; after that it hangs


def wait_until(condition, what, pause=0.05):
    """What the condition gives as soon as that is true."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain until {what}")
        time.sleep(pause)
    return found
