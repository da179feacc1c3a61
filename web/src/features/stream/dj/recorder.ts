import { TIMESLICE_MS } from '@carillon/contract/stream/schemas'
import type { Cancel, Timers } from './timers.ts'

export const RECORDER_MIME_TYPE = 'audio/webm;codecs=opus'
export const START_BITS_PER_SECOND = 96_000
export const RESTORE_BITS_PER_SECOND = 160_000
export const RESTART_SLICE_MS = 500
/** A recorder that gives nothing for this long is stuck and starts again. */
export const RECORDER_SILENCE_MS = 5_000

export type ChunkRecorderOptions = {
  stream: MediaStream
  bitsPerSecond: number
  timers: Timers
  /** `recording` counts the starts. */
  onChunk: (chunk: Blob, recording: number) => void
  /** Takes the last chunk of a recording that was stopped; without it nobody does. */
  onRest?: (chunk: Blob, recording: number) => void
  createRecorder?: (stream: MediaStream, options: MediaRecorderOptions) => MediaRecorder
}

/**
 * Turns the mixer's output into WebM/Opus chunks. Every start writes a fresh WebM header; chunks of an older start are
 * never mixed in. Does not own the stream.
 */
export class ChunkRecorder {
  readonly #options: ChunkRecorderOptions
  #recorder: MediaRecorder | null = null
  #recording = 0
  #lastChunkAt = 0
  #cancelWatch: Cancel = () => {}

  constructor(options: ChunkRecorderOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#recorder?.state === 'recording'
  }

  /** Number of the newest recording. */
  get recording(): number {
    return this.#recording
  }

  start(): void {
    this.#begin(TIMESLICE_MS)
  }

  /** Begins again with a fresh header, after a hole or a reconnect. */
  restart(): void {
    this.#begin(RESTART_SLICE_MS)
  }

  stop(): void {
    this.#cancelWatch()
    this.#end(this.#recorder, this.#recording)
    this.#recorder = null
  }

  #end(recorder: MediaRecorder | null, recording: number): void {
    if (recorder === null) return
    const { onRest } = this.#options
    recorder.ondataavailable = onRest ? ({ data }) => data.size > 0 && onRest(data, recording) : null
    recorder.onerror = null
    if (recorder.state !== 'inactive') recorder.stop()
  }

  #begin(sliceMs: number): void {
    this.#cancelWatch()
    const before = this.#recorder
    const recordingBefore = this.#recording
    const { stream, bitsPerSecond, timers, createRecorder = newMediaRecorder } = this.#options
    const recorder = createRecorder(stream, {
      mimeType: RECORDER_MIME_TYPE,
      audioBitsPerSecond: bitsPerSecond,
    })
    const recording = recordingBefore + 1
    recorder.ondataavailable = (event) => this.#deliver(event.data, recording)
    recorder.onerror = () => this.restart()
    recorder.start(sliceMs)
    // In this order nothing that is said falls between the two.
    this.#end(before, recordingBefore)
    this.#recorder = recorder
    this.#recording = recording
    this.#lastChunkAt = timers.now()
    this.#cancelWatch = timers.every(RECORDER_SILENCE_MS, () => this.#restartIfStuck())
  }

  #deliver(chunk: Blob, recording: number): void {
    this.#lastChunkAt = this.#options.timers.now()
    if (chunk.size > 0) this.#options.onChunk(chunk, recording)
  }

  #restartIfStuck(): void {
    const silentMs = this.#options.timers.now() - this.#lastChunkAt
    if (silentMs >= RECORDER_SILENCE_MS || !this.isRunning) this.restart()
  }
}

/** Whether this browser can record what the station takes. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(RECORDER_MIME_TYPE)
}

function newMediaRecorder(stream: MediaStream, options: MediaRecorderOptions): MediaRecorder {
  return new MediaRecorder(stream, options)
}
