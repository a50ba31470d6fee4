#!/usr/bin/env bash
# keepalived that advertises every 100 ms: ten times as often as by default.
set -euo pipefail
advert_int=0.1
. "$(dirname "$0")/../keepalived.sh"

act "$@"
