package dev.starling.arpndp.link;

/**
 * What a link has done since it was opened.
 *
 * @param received frames that passed the kernel's filter and were judged
 * @param sent frames that the kernel took
 * @param sendFailures frames that it did not take
 * @param handlerFaults frames whose handling threw: mistakes of ours
 * @param kernelDrops frames that the kernel dropped since the capture was too slow
 */
public record LinkStats(
    long received, long sent, long sendFailures, long handlerFaults, long kernelDrops) {}
