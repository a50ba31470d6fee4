# Sourced: finds a JDK 25 and exports JAVA_HOME, or returns 1.
find_jdk() {
  local jdk
  for jdk in "${JAVA_HOME:-}" /usr/lib/jvm/*25*; do
    if [[ -x "$jdk/bin/javac" && "$("$jdk/bin/javac" -version 2>&1)" == "javac 25"* ]]; then
      export JAVA_HOME="$jdk"
      return 0
    fi
  done
  return 1
}
