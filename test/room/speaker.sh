#!/bin/sh
# A play command for the Hermes speaker client: keeps each WAV it is given. usage: speaker.sh FOLDER
name=$1/$(date +%s%N)
cat >"$name.part" && mv "$name.part" "$name.wav"
