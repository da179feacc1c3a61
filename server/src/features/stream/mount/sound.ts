/** What listeners hear next: packets of the source, or so much silence of the station's own. */
export type Sound = { packets: readonly Uint8Array[] } | { silenceInSamples: number }
