# Sourced: test_classpath MODULES LOG compiles the tests of MODULES (with commas between them), and
# puts what each needs to run into its target/test-classpath. Shows the end of LOG if that fails.
test_classpath() {
  mkdir -p "$(dirname "$2")"
  mvn --batch-mode --no-transfer-progress -pl "$1" -am -Dspotless.check.skip=true test-compile \
    dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile=target/test-classpath \
    >"$2" 2>&1 || { tail -n 40 "$2" >&2 && return 1; }
}
