# Sourced by train-aot and image-train: a Kubernetes for speakers that train the JVM, without a
# cluster. Its API server is a stand-in, TrainingApi.java.

# training_objects FOLDER ADDRESSES INTERFACE writes what is in the cluster: three nodes n1 to n3, a
# speaker on each at the address ADDRESSES.N, and six services with two IPs each on INTERFACE.
training_objects() {
  local folder=$1 i ips services=() slices=() nodes=() pods=()
  mkdir "$folder"
  for i in 1 2 3 4 5 6; do
    ips="{\"ip\": \"192.0.2.$i\"}, {\"ip\": \"2001:db8::$i\"}"
    services+=("{$(training_meta web$i), \"spec\": {\"type\": \"LoadBalancer\"},
      \"status\": {\"loadBalancer\": {\"ingress\": [$ips]}}}")
    slices+=("{$(training_meta web$i), \"addressType\": \"IPv4\", \"endpoints\":
      [{\"nodeName\": \"n1\", \"conditions\": {\"ready\": true, \"serving\": true}}]}")
  done
  for i in 1 2 3; do
    nodes+=("{$(training_meta n$i), \"spec\": {},
      \"status\": {\"conditions\": [{\"type\": \"Ready\", \"status\": \"True\"}]}}")
    pods+=("{$(training_meta n$i), \"spec\": {\"nodeName\": \"n$i\"},
      \"status\": {\"phase\": \"Running\", \"hostIP\": \"$2.$i\"}}")
  done
  training_list "$folder" services v1 Service "${services[@]}"
  training_list "$folder" endpointslices discovery.k8s.io/v1 EndpointSlice "${slices[@]}"
  training_list "$folder" nodes v1 Node "${nodes[@]}"
  training_list "$folder" pods v1 Pod "${pods[@]}"
  training_list "$folder" ipaddresspools metallb.io/v1beta1 IPAddressPool \
    "{$(training_meta pool), \"spec\": {\"addresses\": [\"192.0.2.0/24\", \"2001:db8::/64\"]}}"
  training_list "$folder" l2advertisements metallb.io/v1beta1 L2Advertisement \
    "{$(training_meta pool), \"spec\": {\"ipAddressPools\": [\"pool\"], \"interfaces\": [\"$3\"]}}"
  training_list "$folder" servicel2statuses metallb.io/v1beta1 ServiceL2Status
}

# training_secret FOLDER KEYFILE adds the Secret with the speakers' key.
training_secret() {
  printf '{"apiVersion":"v1","kind":"Secret",%s,"data":{"secretkey":"%s"}}' \
    "$(training_meta memberlist)" "$(base64 --wrap=0 "$2")" >"$1/memberlist.json"
}

# training_api FOLDER ADDRESS PORT KEYS CERTIFICATE makes the files KEYS and CERTIFICATE (of its
# authority), starts the API server, sets training_pid, and waits half a minute at most until it is
# there. What it prints is in FOLDER.log. Wants JAVA_HOME to be a JDK 25.
training_api() {
  local tries store=(-keystore "$4" -storepass training -alias api)
  "$JAVA_HOME/bin/keytool" -genkeypair "${store[@]}" -storetype PKCS12 -keyalg EC \
    -dname CN=kubernetes -ext "san=ip:$2" 2>/dev/null
  "$JAVA_HOME/bin/keytool" -exportcert -rfc "${store[@]}" >"$5" 2>/dev/null
  "$JAVA_HOME/bin/java" "$(dirname "${BASH_SOURCE[0]}")/TrainingApi.java" \
    "$2" "$3" "$4" training "$1" >"$1.log" 2>&1 &
  training_pid=$!
  for ((tries = 0; tries < 300; tries++)); do
    ! (: <"/dev/tcp/$2/$3") 2>/dev/null || return 0
    sleep 0.1
  done
  cat "$1.log" >&2
  return 1
}

# Writes FOLDER/FILE.json, a list of a KIND: training_list FOLDER FILE VERSION KIND ITEM ...
training_list() {
  local file=$1/$2.json version=$3 kind=$4 IFS=,
  shift 4
  {
    printf '{"apiVersion": "%s", "kind": "%sList", ' "$version" "$kind"
    printf '"metadata": {"resourceVersion": "1"}, "items": [%s]}' "$*"
  } >"$file"
}

# Prints the metadata of an item.
training_meta() {
  printf '"metadata": {"name": "%s", "namespace": "training", "uid": "%s", ' "$1" "$1"
  printf '"resourceVersion": "1", "labels": {"kubernetes.io/service-name": "%s"}}' "$1"
}
