#!/usr/bin/env bash
# keepalived that advertises every second: the default.
set -euo pipefail
advert_int=1
. "$(dirname "$0")/../keepalived.sh"

act "$@"
