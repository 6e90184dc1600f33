"""Runs a command in which programs for arm64 run, too: emulated, as on a Cortex-A53 (the Pi Zero 2 W and Pi 3).

    sudo python scripts/arm64/emulated.py chroot ROOT /bin/sh

The kernel learns of the emulator in a user namespace alone, and forgets it with the command: nothing outside changes.
Needs Linux 6.7, root, and qemu-user-static.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

EMULATOR = "/usr/bin/qemu-aarch64-static"
CPU = "cortex-a53"
MAGIC = (
    r":qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
    r":\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"
    f":{EMULATOR}:OCF"
)
"""What a program for arm64 begins with, in the words of binfmt_misc."""
NEW_USERS, NEW_MOUNTS, NEW_PROCESSES = 0x10000000, 0x00020000, 0x20000000
"""CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID."""
EVERYBODY = "0 0 4294967295"
"""Each user of the namespace is the one of the same number outside."""
BEGIN = """mount -t proc proc /proc
mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
printf '%s' "$MAGIC" >/proc/sys/fs/binfmt_misc/register
exec "$@\""""


def emulated(command: Sequence[str]) -> int:
    """Runs a command; its exit code. Raises OSError where the kernel refuses."""
    ready, go = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os._exit(_inside(command, ready[1], go[0]))
    os.read(ready[0], 1)
    for kind in ("uid_map", "gid_map"):
        Path(f"/proc/{child}/{kind}").write_text(EVERYBODY, encoding="ascii")
    os.write(go[1], b"x")
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _inside(command: Sequence[str], ready: int, go: int) -> int:
    """What the child does: leaves for namespaces of its own, waits for its users, and runs the command."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_USERS | NEW_MOUNTS | NEW_PROCESSES):
        print(f"arm64: no namespace ({os.strerror(ctypes.get_errno())}); it needs root", file=sys.stderr)
        return 1
    os.write(ready, b"x")
    os.read(go, 1)
    os.setgid(0)
    os.setuid(0)
    return subprocess.call(["sh", "-ec", BEGIN, "sh", *command], env=os.environ | {"MAGIC": MAGIC, "QEMU_CPU": CPU})


if __name__ == "__main__":
    sys.exit(emulated(sys.argv[1:]))
