# Sourced by the keepalived files, which set advert_int: keepalived 2.2 as Debian packages it.
. "$(dirname "$0")/../product.sh"

needs() {
  command -v keepalived >/dev/null && return 0
  command -v apt-get >/dev/null || {
    echo "keepalived is not installed, and there is no apt to get it with" >&2
    return 1
  }
  {
    apt-get update || true
    # The package's own service starts nothing without a file in /etc/keepalived.
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends keepalived
  } >&2 </dev/null
}

version() { keepalived --version 2>&1 | sed -n '1s/^Keepalived v\([0-9.]*\).*/keepalived \1/p'; }

# Everything that is not written here is at its default; so are the gratuitous ARPs (5 at once and 5
# more after 5 s) and preemption. The priorities are near the top, where the skew that a backup waits
# in addition is small (36/256 of an interval for the first of them), and as far apart as five
# nodes allow, so that no two backups come forward together.
prepare() {
  local ip
  no_service_ips
  {
    echo "global_defs {"
    echo "  router_id $BENCH_NODE"
    echo "  vrrp_version 3"
    echo "}"
    echo "vrrp_instance web {"
    echo "  interface $BENCH_CARD"
    echo "  virtual_router_id 77"
    echo "  priority $((250 - 30 * (BENCH_RANK - 1)))"
    echo "  advert_int $advert_int"
    echo "  virtual_ipaddress {"
    for ip in $BENCH_SERVICE_IPS; do echo "    $ip/32 dev $BENCH_CARD"; done
    echo "  }"
    echo "}"
  } >"$BENCH_FOLDER/keepalived.conf"
}

# Debian's unit runs it so too, but for the places of the files.
start() {
  exec keepalived --dont-fork --log-console --use-file "$BENCH_FOLDER/keepalived.conf" \
    --pid "$BENCH_FOLDER/pid" --vrrp_pid "$BENCH_FOLDER/vrrp.pid" \
    --checkers_pid "$BENCH_FOLDER/checkers.pid"
}
