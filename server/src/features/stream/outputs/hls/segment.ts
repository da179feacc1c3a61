/** Four seconds of the sound, as every cache may keep them. */
export type Segment = {
  /** Names the run of sound that it belongs to: another one has other addresses. */
  epoch: number
  number: number
  bytes: Uint8Array
  durationInSamples: number
  /** Position of its end, in samples from the beginning of the first segment of its run. */
  endInSamples: number
  /** Wall clock at its beginning, in milliseconds since 1970. */
  startMs: number
}

/** A segment without its bytes, as playlists name it. */
export type ListedSegment = Omit<Segment, 'bytes'>
