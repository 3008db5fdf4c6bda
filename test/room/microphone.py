"""A record command for the Hermes microphone client: raw 16 kHz mono PCM on stdout at real-time pace.

usage: microphone.py FOLDER   silence, until FOLDER/next.raw appears; that is then spoken once
"""
import os
import sys
import time

CHUNK = 2048
folder = sys.argv[1]
speech = b""
due = time.monotonic()
while True:
    if not speech and os.path.exists(f"{folder}/next.raw"):
        with open(f"{folder}/next.raw", "rb") as file:
            speech = file.read()
        os.remove(f"{folder}/next.raw")
    chunk, speech = speech[:CHUNK], speech[CHUNK:]
    sys.stdout.buffer.write(chunk.ljust(CHUNK, b"\0"))
    sys.stdout.buffer.flush()
    due += CHUNK / 2 / 16000
    time.sleep(max(0.0, due - time.monotonic()))
