/** *near*: WebCodecs and an AudioWorklet, under a second behind the studio. *plain*: the browser's own player. */
export type EngineKind = 'near' | 'plain'

/**
 * Why an engine stopped by itself. `blocked`: the browser wants a gesture first. `unfit`: this engine cannot do it
 * here, another might. `lost`: the connection is gone or nothing comes. `paused`: the browser or the system did it.
 */
export type EngineFailure = 'blocked' | 'unfit' | 'lost' | 'paused'

/** Metrics of an engine while it plays. */
export type EngineMetrics = {
  /** Delay of the sound behind the studio, in ms: what is buffered and what the way costs. */
  delayMs: number
  /** Number of times the buffer ran dry since the engine started. */
  underruns: number
  /** From `start` to the first sound, in ms. */
  startMs: number
}

export type EngineEvents = {
  onSounding: () => void
  /** The sound has stood still for `forMs`. */
  onBuffering: (forMs: number) => void
  onMetrics: (metrics: EngineMetrics) => void
  /** The engine has closed itself. Called at most once. */
  onFailure: (failure: EngineFailure, reason: string) => void
}

export type EngineOptions = {
  /** The one element above the router; an engine leaves it empty when it closes. */
  audio: HTMLAudioElement
  url: string
  /** Distance behind what is live that its address asks for; null or absent: none. */
  behindMs?: number | null
  /** 0 to 1. */
  loudness: number
  events: EngineEvents
}

/**
 * Tells when the browser or the system pauses the element: a headset was unplugged, a call came in. To play on over the
 * loudspeaker would be wrong. An older engine's own pause may still be on its way here: by then the element plays again.
 */
export function onPausedFromOutside(audio: HTMLAudioElement, signal: AbortSignal, run: () => void): void {
  audio.addEventListener('pause', () => audio.paused && !audio.ended && run(), { signal })
}

/** One connection to the mount: started once, closed once. */
export type Engine = {
  readonly kind: EngineKind
  /** Its sound may end so much later than the delay says, and then ends by itself; 0 where the delay is measured. */
  readonly endsLaterByMs: number
  start: () => void
  /** 0 to 1. */
  setLoudness: (loudness: number) => void
  fadeOut: (durationMs: number) => void
  /** Present loudness, 0 to 1; null when the engine cannot tell. */
  level: () => number | null
  close: () => void
}

/** From the DJ's microphone through recorder, upload and server to this browser, without any buffer. Measured. */
export const TRANSIT_MS = 60
/** The plain engine looks for sound, and reports its metrics, this often. */
export const WATCH_MS = 250
/** Nothing came or nothing sounded for this long: connect again. */
export const STALL_MS = 4_000
/** No first sound after this long: something is wrong. */
export const START_TIMEOUT_MS = 8_000
