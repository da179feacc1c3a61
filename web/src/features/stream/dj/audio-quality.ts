export const MIN_SAMPLE_RATE = 44_100

/** Format of a source: the track's own settings, or the worklet's measurement where the browser omits them. */
export type AudioFormat = { channels: number; sampleRate: number }

/**
 * The specification's rule for the computer's sound: stereo and at least 44.1 kHz. Returns the text of the refusal with
 * the measured numbers, or null when the source is good enough.
 */
export function qualityRefusal(format: AudioFormat): string | null {
  if (format.channels >= 2 && format.sampleRate >= MIN_SAMPLE_RATE) return null
  return `Selected source audio quality too low (${describeFormat(format)}; needs stereo and at least 44.1 kHz).`
}

/** "mono, 22.05 kHz". */
export function describeFormat({ channels, sampleRate }: AudioFormat): string {
  return `${describeChannels(channels)}, ${kilohertz(sampleRate)} kHz`
}

/**
 * Joins what the track says with what was measured: `getSettings()` may leave out `channelCount` or `sampleRate`.
 * Returns null as long as neither is known.
 */
export function knownFormat(
  settings: { channelCount?: number | undefined; sampleRate?: number | undefined },
  measured: { channels: number | null; sampleRate: number },
): AudioFormat | null {
  const channels = settings.channelCount ?? measured.channels
  if (channels === null) return null
  return { channels, sampleRate: settings.sampleRate ?? measured.sampleRate }
}

function describeChannels(channels: number): string {
  if (channels === 1) return 'mono'
  return channels === 2 ? 'stereo' : `${channels} channels`
}

function kilohertz(sampleRate: number): string {
  return String(Math.floor(sampleRate / 10) / 100)
}
