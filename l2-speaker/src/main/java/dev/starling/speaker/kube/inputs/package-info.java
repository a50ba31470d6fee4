/**
 * What is kept of the objects of the Kubernetes API: JSON becomes the records of the model while it
 * streams in, so that nothing else of an object is ever held. Also the text of the cache file. What
 * is missing or of another type than expected reads as missing. Pure: whoever talks to the API
 * server hands the parser in.
 */
@NullMarked
package dev.starling.speaker.kube.inputs;

import org.jspecify.annotations.NullMarked;
