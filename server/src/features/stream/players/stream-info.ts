/** Properties of the station's sound for players, trackers and relays, in the words of Icecast and Shoutcast. */
export const SAMPLE_RATE = 48_000
export const CHANNELS = 2
/** The genre of the Shoutcast directory for stations of schools and universities. */
export const GENRE = 'College'

/** Of the station, not of a show: it stays true for as long as somebody listens. */
export function descriptionOf(stationName: string): string {
  return `Live from ${stationName}`
}

/** As sources tell Icecast. */
export function audioInfoOf(kbps: number): string {
  return `ice-samplerate=${SAMPLE_RATE};ice-bitrate=${kbps};ice-channels=${CHANNELS}`
}
