package dev.starling.speaker.cli;

import dev.starling.speaker.log.LogFormat;
import java.nio.file.Path;

/**
 * What the command line says of a speaker.
 *
 * @param config its file
 * @param logFormat how it logs
 * @param logLevel from which level on: trace, debug, info, warn or error
 */
public record SpeakerOptions(Path config, LogFormat logFormat, String logLevel) {}
