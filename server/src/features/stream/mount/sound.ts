/** Sound due next for listeners: packets of the source, or an amount of the station's own silence. */
export type Sound = { packets: readonly Uint8Array[] } | { silenceInSamples: number }
