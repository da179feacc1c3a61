export const RING_PROCESSOR = 'carillon-ring'
/** The most the ring ever holds: 8 s, so that a late burst fits and memory stays bounded. */
export const RING_CAPACITY_MS = 8_000

/** Command of the page to the processor. */
export type RingCommand =
  | { type: 'push'; left: Float32Array; right: Float32Array }
  | { type: 'tune'; rate: number; startFrames: number }
  | { type: 'skip'; frames: number }
  | { type: 'close' }

/** Report of the processor to the page, about 16 times a second; levels since the report before. */
export type RingReport = {
  bufferedFrames: number
  lowestFrames: number
  highestFrames: number
  playedFrames: number
  underruns: number
  isSounding: boolean
  /** 0 to 1. */
  peak: number
}
