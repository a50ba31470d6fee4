# Sourced by each product's file: what a product does if its file does not say otherwise, and the
# dispatcher. bench/README.md tells when bin/bench asks for what, and what it hands over.

# Fails, and says why, if the product cannot run on this machine; may install it.
needs() { :; }

# The product's name and version, in one line.
version() { basename "$0" .sh; }

# Brings the node's kernel to what it is after boot, and writes the product's configuration.
prepare() { :; }

# Succeeds if this node is a full member of the whole cluster and could be put to the test.
ready() { :; }

# A product that needs more than its nodes defines beside: what runs on a machine of its own.

# The process ids of everything that runs on the node: nothing but the product does.
pids() { ip netns pids "$BENCH_NAMESPACE"; }

# Puts each service IP on the loopback, or takes it from there: a product that answers by frames
# of its own needs the first, one that adds the address to the card the second.
service_ips_on_loopback() {
  local ip
  for ip in $BENCH_SERVICE_IPS; do
    ip addr replace "$ip/32" dev lo
  done
}
no_service_ips() {
  local ip card
  for ip in $BENCH_SERVICE_IPS; do
    for card in lo "$BENCH_CARD"; do
      ip addr del "$ip/32" dev "$card" 2>/dev/null || true
    done
  done
}

# Does what the first argument says; to be called at the end of a product's file.
act() {
  case ${1:-} in
    needs | version | prepare | start | ready | pids | beside) "$1" ;;
    extras) ! declare -F beside >/dev/null || echo beside ;;
    *)
      echo "usage: $0 needs | version | prepare | start | ready | pids | beside | extras (see bench/README.md)" >&2
      return 2
      ;;
  esac
}
