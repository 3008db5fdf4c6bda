# Lanes: commands beside each other, each with its output in one piece. Sourced by .ci/run and test/peers/run.sh.
# Lanes of a lane are told of in one table with it, and end with it.
if [ -z "${JARVIS_LANES:-}" ]; then
  export JARVIS_LANES; JARVIS_LANES=$(mktemp -d)
  lanes_began=$EPOCHSECONDS
  set -m # each lane is a process group, which can be ended whole
fi
declare -A lanes=()
failed_lanes=()

# Begins a lane. Its first and last moment are told at once where the script's output goes.
lane() { # NAME COMMAND…
  local name=$1; shift
  echo "--- $name begins"
  (
    began=$EPOCHSECONDS
    trap 'rc=$?; took=$((EPOCHSECONDS - began)); echo "$began $took $rc $name" >>"$JARVIS_LANES/times"; echo "--- $name ends after $took s: $rc" >&3' EXIT
    "$@" 3>&-
  ) 3>&1 >"$JARVIS_LANES/$name.log" 2>&1 </dev/null &
  lanes[$name]=$!
}

# Waits for lanes and prints what they said. Gives 1 when one of them failed.
join() { # NAME…
  local name pid rc result=0
  for name in "$@"; do
    pid=${lanes[$name]} rc=0
    wait "$pid" || rc=$?
    unset "lanes[$name]"
    kill -KILL -- "-$pid" 2>/dev/null || true # what it left behind
    echo "=== $name"
    cat "$JARVIS_LANES/$name.log"
    [ "$rc" = 0 ] || { failed_lanes+=("$name"); result=1; }
  done
  return "$result"
}

# Waits for all lanes, prints how long each took and the end of those that failed. Gives 1 when one has failed.
join_all() {
  join "${!lanes[@]}" || true
  if [ -n "${lanes_began:-}" ]; then
    echo '=== seconds: from, for, lane'
    sort -n "$JARVIS_LANES/times" | while read -r began took rc name; do
      printf '%6d %6d  %s%s\n' $((began - lanes_began)) "$took" "$name" "$([ "$rc" = 0 ] || echo ": FAILED ($rc)")"
    done
    printf '%6d %6d  all\n' 0 $((EPOCHSECONDS - lanes_began))
  fi
  local name
  for name in "${failed_lanes[@]}"; do
    echo "=== $name FAILED; its last lines:"
    tail -n 60 "$JARVIS_LANES/$name.log"
  done
  [ ${#failed_lanes[@]} = 0 ]
}

# Ends the lanes that still run, with everything they started. For a trap at EXIT.
end_lanes() {
  local pid
  disown -a # or it is printed that they were ended
  for pid in "${lanes[@]}"; do kill -- "-$pid" 2>/dev/null || kill "$pid" 2>/dev/null || true; done
  for _ in $(seq 300); do
    for pid in "${lanes[@]}"; do ! kill -0 -- "-$pid" 2>/dev/null || { sleep 0.1; continue 2; }; done
    break
  done
  for pid in "${lanes[@]}"; do kill -KILL -- "-$pid" 2>/dev/null || true; done
  [ -z "${lanes_began:-}" ] || rm -rf "$JARVIS_LANES"
}
trap 'exit 130' INT
trap 'exit 143' TERM HUP
