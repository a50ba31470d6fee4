/**
 * The settings of a speaker: the table of them, and how a YAML file becomes a {@link
 * dev.starling.speaker.config.SpeakerConfig} or a list of everything that is wrong with it. Pure:
 * text comes in, and reading the file is somebody else's job.
 */
@NullMarked
package dev.starling.speaker.config;

import org.jspecify.annotations.NullMarked;
