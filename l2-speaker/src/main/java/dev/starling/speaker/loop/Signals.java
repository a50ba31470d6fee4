package dev.starling.speaker.loop;

import java.lang.reflect.Proxy;

/**
 * Signals of the operating system. The JDK's only way to them is {@code sun.misc.Signal}, which it
 * supports (module jdk.unsupported) but warns of when it is compiled against: hence by reflection.
 */
final class Signals {
  private Signals() {}

  /**
   * Runs {@code action} at each {@code signal} instead of what the JVM would do.
   *
   * @param signal its name without SIG
   * @param action must only hand over
   * @return false where this JVM cannot: the JVM's own way stays
   */
  static boolean handle(String signal, Runnable action) {
    try {
      Class<?> signals = Class.forName("sun.misc.Signal");
      Class<?> handlers = Class.forName("sun.misc.SignalHandler");
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlers},
              (self, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      action.run();
                      yield null;
                    }
                    case "equals" -> false;
                    case "hashCode" -> signal.hashCode();
                    default -> signal;
                  });
      signals
          .getMethod("handle", signals, handlers)
          .invoke(null, signals.getConstructor(String.class).newInstance(signal), handler);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
