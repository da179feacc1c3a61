import { createStore, type Store } from '../../lib/store.ts'

const OGG_OPUS = 'audio/ogg; codecs="opus"'

/** State of a recording's player. In `loading` and `playing` somebody wants to hear it. */
export type RecordingState =
  /** Nothing was pressed yet, and nothing is downloaded. */
  | 'ready'
  | 'loading'
  | 'playing'
  | 'paused'
  | 'ended'
  | 'failed'
  /** This browser has no decoder for it. */
  | 'no-format'

/** Snapshot of the player for the page. `atMs` is the place that sounds, or will. */
export type RecordingSnapshot = { state: RecordingState; atMs: number }

/** Whether the person wants to hear it. */
export function isRequested(state: RecordingState): boolean {
  return state === 'loading' || state === 'playing'
}

export type RecordingPlayerOptions = {
  url: string
  durationMs: number
  /** The place to begin at. */
  atMs?: number
  /** A new element, without a source; the player owns it. */
  audio: HTMLAudioElement
}

/**
 * Plays one recording on an audio element of its own. It never begins by itself and keeps its place through failures.
 * `open` puts the element into the page and gives back how to take it away.
 */
export class RecordingPlayer {
  readonly durationMs: number
  readonly snapshot: Store<RecordingSnapshot>
  readonly #url: string
  readonly #audio: HTMLAudioElement
  /** The loaded file plays no more: it is loaded again before it goes on. */
  #isBroken = false

  constructor({ url, durationMs, atMs = 0, audio }: RecordingPlayerOptions) {
    this.durationMs = durationMs
    this.#url = url
    this.#audio = audio
    const state = audio.canPlayType(OGG_OPUS) === '' ? 'no-format' : 'ready'
    this.snapshot = createStore<RecordingSnapshot>({ state, atMs: Math.min(atMs, durationMs) })
  }

  open(): () => void {
    const closing = new AbortController()
    const { signal } = closing
    const on = (event: string, act: () => void) => this.#audio.addEventListener(event, act, { signal })
    on('playing', () => this.#ifRequested('playing'))
    on('waiting', () => this.#ifRequested('loading'))
    on('pause', () => this.#ifRequested('paused'))
    on('ended', () => this.#show({ state: 'ended', atMs: this.durationMs }))
    on('error', () => this.#onError())
    on('timeupdate', () => this.#onTime())
    addEventListener('online', () => this.#state === 'failed' && this.play(), { signal })
    this.#load()
    document.body.append(this.#audio)
    return () => {
      closing.abort()
      this.pause()
      this.#audio.removeAttribute('src')
      this.#audio.load()
      this.#audio.remove()
    }
  }

  /** Begins, or goes on; again after the end, and after a failure where it was. Must be called in a gesture. */
  play(): void {
    const { state, atMs } = this.snapshot.get()
    if (isRequested(state) || state === 'no-format') return
    const isAnew = atMs >= this.durationMs
    this.#show({ state: 'loading', atMs: isAnew ? 0 : atMs })
    if (this.#isBroken) this.#load()
    if (isAnew) this.#audio.currentTime = 0
    this.#audio.play().catch((error: unknown) => this.#onRefused(error))
  }

  /** Rests. What has failed meanwhile does not go on with the network, but with the next `play`. */
  pause(): void {
    if (this.#state === 'failed') this.#show({ state: 'paused' })
    this.#ifRequested('paused')
    this.#audio.pause()
  }

  toggle(): void {
    if (isRequested(this.#state)) this.pause()
    else this.play()
  }

  /** Goes to a place, in ms from the beginning; outside is the nearest end. What plays goes on from there. */
  seek(ms: number): void {
    const atMs = Math.min(this.durationMs, Math.max(0, ms))
    const state = this.#state === 'ended' ? 'paused' : this.#state
    this.#show({ state, atMs })
    this.#audio.currentTime = atMs / 1000
  }

  /** `loudness` is 0 to 1. */
  setLoudness(loudness: number): void {
    this.#audio.volume = loudness
    // On iOS the volume belongs to the buttons of the device: only this is heard.
    this.#audio.muted = loudness === 0
  }

  get #state(): RecordingState {
    return this.snapshot.get().state
  }

  #load(): void {
    this.#isBroken = false
    this.#audio.preload = 'none'
    this.#audio.src = this.#url
    this.#audio.currentTime = this.snapshot.get().atMs / 1000
  }

  #ifRequested(state: RecordingState): void {
    // At the end browsers say `pause` before `ended`.
    if (!isRequested(this.#state) || (state === 'paused' && this.#audio.ended)) return
    // Browsers tell the place only every quarter of a second.
    if (this.#state === 'playing') this.#onTime()
    this.#show({ state })
  }

  #onTime(): void {
    const { seeking, currentTime } = this.#audio
    // While it seeks, and before it knows anything, the element may still name the old place.
    if (!seeking && isRequested(this.#state))
      this.#show({ atMs: Math.min(this.durationMs, currentTime * 1000) })
  }

  #onRefused(error: unknown): void {
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'AbortError') return
    if (name !== 'NotAllowedError') this.#isBroken = true
    this.#ifRequested(name === 'NotAllowedError' ? 'paused' : 'failed')
  }

  #onError(): void {
    if (!this.#audio.hasAttribute('src')) return
    this.#isBroken = true
    // Not where the element is by now: some browsers start over with an error.
    if (isRequested(this.#state)) this.#show({ state: 'failed' })
  }

  #show(change: Partial<RecordingSnapshot>): void {
    this.snapshot.set({ ...this.snapshot.get(), ...change })
  }
}
