const MIN_SAMPLE_RATE = 44_100

/** Mono, or under 44.1 kHz where the source says so (0 is "not given", RFC 7845 s5.1). */
export function isLowQuality(channels: number, sampleRate: number): boolean {
  return channels < 2 || (sampleRate > 0 && sampleRate < MIN_SAMPLE_RATE)
}
