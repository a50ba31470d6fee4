#!/usr/bin/env bash
# Starling of this folder, with every setting at its default but those of STARLING_SETTINGS: lines
# that each speaker's file ends with.
set -euo pipefail
. "$(dirname "$0")/../product.sh"

needs() {
  compgen -G "$BENCH_HOME/l2-speaker/target/starling/lib/*.jar" >/dev/null && return 0
  echo "Starling is not built; run bin/build first" >&2
  return 1
}

version() {
  local settings=${STARLING_SETTINGS:+ (${STARLING_SETTINGS//$'\n'/; })}
  echo "Starling $(sed -n 's/^  <version>\(.*\)<.*/\1/p' "$BENCH_HOME/pom.xml")$settings"
}

prepare() {
  local peer
  service_ips_on_loopback
  if [[ ! -e $BENCH_SHARED/key ]]; then
    (umask 077 && head -c 32 /dev/urandom | base64 >"$BENCH_SHARED/key")
  fi
  {
    echo "node: $BENCH_NODE"
    echo "bind: $BENCH_ADDRESS"
    echo "keyFile: $BENCH_SHARED/key"
    echo "peers:"
    for peer in $BENCH_PEERS; do
      echo "  - {name: ${peer%%=*}, address: ${peer#*=}}"
    done
    echo "services:"
    echo "  - name: web"
    echo "    ips: [${BENCH_SERVICE_IPS// /, }]"
    echo "    interfaces: [$BENCH_CARD]"
    # A real node has a default gateway; here the client stands for it.
    echo "witness: [$BENCH_WITNESS]"
    [[ -z ${STARLING_SETTINGS:-} ]] || echo "$STARLING_SETTINGS"
  } >"$BENCH_FOLDER/starling.yaml"
}

start() {
  mkdir -p "$BENCH_FOLDER/tmp"
  # What a JVM that is killed leaves in the temporary folder goes with the bench's own.
  export STARLING_JAVA_OPTS="-XX:-UsePerfData -Djava.io.tmpdir=$BENCH_FOLDER/tmp -Djna.tmpdir=$BENCH_FOLDER/tmp"
  exec "$BENCH_HOME/bin/starling" speaker --config "$BENCH_FOLDER/starling.yaml" --log-format json
}

# The status page names the state, and tells of each member of the view once whether it is this one.
ready() {
  local page count=0 peers
  exec 3<>/dev/tcp/127.0.0.1/7473 || return 1
  printf 'GET /status HTTP/1.0\r\n\r\n' >&3
  page=$(cat <&3)
  exec 3>&-
  [[ $page == *'"name":"ACTIVE"'* ]] || return 1
  while [[ $page == *'"self":'* ]]; do
    page=${page#*'"self":'}
    count=$((count + 1))
  done
  read -ra peers <<<"$BENCH_PEERS"
  [[ $count == $((${#peers[@]} + 1)) ]]
}

act "$@"
