#!/usr/bin/env bash
# MetalLB's own speaker in layer 2 mode, everything at its default. What it announces it reads from an
# API server: a real one, on a machine of its own that no fault strikes. Without kubelets and
# MetalLB's controller; what these would write is written here.
set -euo pipefail
. "$(dirname "$0")/../product.sh"

parts=(etcd kube-apiserver kubectl metallb)
namespace=metallb-system

needs() { "$BENCH_HOME/chaos-tests/kube/build" "${parts[@]}" >/dev/null; }
tools() { "$BENCH_HOME/chaos-tests/kube/build" --check "${parts[@]}"; }

version() {
  sed -n 's|^.*go.universe.tf/metallb v\([0-9.]*\).*|MetalLB \1|p' \
    "$BENCH_HOME/chaos-tests/kube/metallb/go.mod" | head -n 1
}

# A node with a Pod of the speaker on it, as a kubelet would show them.
node_objects() { # NODE ADDRESS
  cat <<YAML
apiVersion: v1
kind: Node
metadata: {name: $1, labels: {kubernetes.io/os: linux, kubernetes.io/hostname: $1}}
---
apiVersion: v1
kind: Pod
metadata: {name: speaker-$1, namespace: $namespace, labels: {app: metallb, component: speaker}}
spec: {nodeName: $1, hostNetwork: true, containers: [{name: speaker, image: none}]}
---
YAML
}

service_objects() { # ENDPOINTS
  cat <<YAML
apiVersion: metallb.io/v1beta1
kind: IPAddressPool
metadata: {name: bench, namespace: $namespace}
spec: {addresses: [${BENCH_SERVICE_IPS%% *}/25]}
---
apiVersion: metallb.io/v1beta1
kind: L2Advertisement
metadata: {name: bench, namespace: $namespace}
spec: {ipAddressPools: [bench]}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec:
  type: LoadBalancer
  allocateLoadBalancerNodePorts: false
  ports: [{port: 7777, protocol: UDP}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: web, namespace: default, labels: {kubernetes.io/service-name: web}}
addressType: IPv4
ports: [{port: 7777, protocol: UDP}]
endpoints: [$1]
YAML
}

beside() {
  local tools peer node address objects='' endpoints=''
  tools=$(tools)
  cd "$BENCH_FOLDER"
  mkdir -p "$BENCH_SHARED/key"
  head -c 16 /dev/urandom | base64 >"$BENCH_SHARED/key/secretkey"
  openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out accounts.key 2>/dev/null
  echo "bench,bench,bench,system:masters" >tokens
  "$tools/etcd" --data-dir=etcd --unsafe-no-fsync --log-level=error \
    --listen-peer-urls=http://127.0.0.1:0 &
  "$tools/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --cert-dir=certificates \
    --secure-port=6443 --advertise-address="$BENCH_ADDRESS" --token-auth-file=tokens \
    --authorization-mode=AlwaysAllow --disable-admission-plugins=ServiceAccount \
    --service-account-issuer=bench --service-account-key-file=accounts.key \
    --service-account-signing-key-file=accounts.key --service-cluster-ip-range=10.96.0.0/16 &
  cat >"$BENCH_SHARED/kubeconfig" <<YAML
apiVersion: v1
kind: Config
clusters: [{name: bench, cluster: {server: 'https://$BENCH_BESIDE:6443', insecure-skip-tls-verify: true}}]
users: [{name: bench, user: {token: bench}}]
contexts: [{name: bench, context: {cluster: bench, user: bench}}]
current-context: bench
YAML
  export KUBECONFIG=$BENCH_SHARED/kubeconfig
  until "$tools/kubectl" get --raw=/readyz >/dev/null 2>&1; do sleep 0.2; done
  "$tools/kubectl" apply --server-side -f "$tools/metallb-native.yaml"
  # Nobody runs MetalLB's controller, which would have to allow each of the objects below.
  "$tools/kubectl" delete validatingwebhookconfiguration metallb-webhook-configuration
  "$tools/kubectl" wait --for=condition=Established --timeout=60s crd --all
  for peer in $BENCH_PEERS; do
    node=${peer%%=*} address=${peer#*=}
    objects+=$(node_objects "$node" "$address")$'\n'
    endpoints+="{addresses: [$address], nodeName: $node, conditions: {ready: true}}, "
  done
  { printf '%s' "$objects" && service_objects "$endpoints"; } | "$tools/kubectl" apply -f -
  for peer in $BENCH_PEERS; do
    node=${peer%%=*} address=${peer#*=}
    "$tools/kubectl" patch pod "speaker-$node" -n "$namespace" --subresource=status --type=merge \
      -p "{\"status\":{\"phase\":\"Running\",\"hostIP\":\"$address\",\"hostIPs\":[{\"ip\":\"$address\"}],
           \"podIP\":\"$address\",\"podIPs\":[{\"ip\":\"$address\"}]}}"
  done
  "$tools/kubectl" patch service web --subresource=status --type=merge \
    -p "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"${BENCH_SERVICE_IPS%% *}\"}]}}}"
  touch "$BENCH_SHARED/objects-are-there"
  wait
}

prepare() { service_ips_on_loopback; }

# The flags and variables of its own manifest.
start() {
  local tools
  tools=$(tools)
  until [[ -e $BENCH_SHARED/objects-are-there ]]; do sleep 0.1; done
  exec "$tools/metallb-speaker" --kubeconfig="$BENCH_SHARED/kubeconfig" --namespace="$namespace" \
    --port=7472 --log-level=info --node-name="$BENCH_NODE" --pod-name="speaker-$BENCH_NODE" \
    --ml-bindaddr="$BENCH_ADDRESS" --ml-labels=app=metallb,component=speaker \
    --ml-secret-key-path="$BENCH_SHARED/key"
}

# Its log tells of each member that came and went, of itself too.
ready() {
  local peers
  read -ra peers <<<"$BENCH_PEERS"
  awk -v want=$((${#peers[@]} + 1)) '
    /MetalLB speaker starting/ { split("", up) }
    /"node event":"/ && match($0, /"node name":"[^"]*"/) {
      name = substr($0, RSTART, RLENGTH)
      if (/"node event":"NodeJoin"/) up[name]
      if (/"node event":"NodeLeave"/) delete up[name]
    }
    END { for (name in up) count++; exit count != want }' "$BENCH_FOLDER/log"
}

act "$@"
