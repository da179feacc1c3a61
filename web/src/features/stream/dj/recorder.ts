import { TIMESLICE_MS } from '@carillon/contract/stream/schemas'
import type { Cancel, Timers } from './timers.ts'

export const RECORDER_MIME_TYPE = 'audio/webm;codecs=opus'
export const START_BITS_PER_SECOND = 96_000
export const RESTORE_BITS_PER_SECOND = 160_000
export const RESTART_SLICE_MS = 500
/** A packet of Chromium: a part is not there sooner. */
export const PART_MS = 60
/** A packet that is full waits no longer for being asked for. */
const ASK_EVERY_MS = 10
/** While its end is awaited. */
const ASK_EAGERLY_MS = 5
/** The least that a packet takes in WebM, with its block. Chromium gives single bytes now and then. */
const LEAST_BLOCK_BYTES = 7
/** A recorder that gives nothing for this long is stuck and starts again. */
export const RECORDER_SILENCE_MS = 5_000
const MAX_FLUSH_ANSWERS = 10

export type ChunkRecorderOptions = {
  stream: MediaStream
  bitsPerSecond: number
  timers: Timers
  /** `recording` counts the starts. */
  onChunk: (chunk: Blob, recording: number) => void
  /** Takes what chunks are made of as soon as the recorder has it, also the last of a recording that was stopped. */
  onPart?: (part: Blob, recording: number) => void
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
  #sliceMs = TIMESLICE_MS
  #sliceBeganAt = 0
  /** Parts of the slice that is being recorded. */
  #parts: Blob[] = []
  #lastPartAt = 0
  #cancelTimers: Cancel = () => {}

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

  /** Resolves when what was recorded by now has been given. */
  async flush(): Promise<void> {
    const recorder = this.#recorder
    // To a page that stood still come the answers to earlier requests first; one that is empty says that nothing waits.
    for (let answers = 0; answers < MAX_FLUSH_ANSWERS && recorder?.state === 'recording'; answers++) {
      const answer = new Promise<BlobEvent>((resolve) =>
        recorder.addEventListener('dataavailable', resolve, { once: true }),
      )
      recorder.requestData()
      const { data } = await answer
      if (data.size === 0) return
    }
  }

  /** Resolves at the end of a packet, which has been given; without one after two packets' time. */
  async packetEnd(): Promise<void> {
    const recorder = this.#recorder
    if (recorder?.state !== 'recording') return
    const { timers } = this.#options
    const { promise, resolve } = Promise.withResolvers<void>()
    const take = ({ data }: BlobEvent) => hasPacket(data) && resolve()
    recorder.addEventListener('dataavailable', take)
    const stopAsking = timers.every(ASK_EAGERLY_MS, () => this.isRunning && this.#recorder?.requestData())
    const stopWaiting = timers.after(2 * PART_MS, resolve)
    await promise
    recorder.removeEventListener('dataavailable', take)
    stopAsking()
    stopWaiting()
  }

  stop(): void {
    this.#cancelTimers()
    this.#end(this.#recorder, this.#recording)
    this.#recorder = null
  }

  #end(recorder: MediaRecorder | null, recording: number): void {
    if (recorder === null) return
    const { onPart } = this.#options
    recorder.ondataavailable = onPart ? ({ data }) => data.size > 0 && onPart(data, recording) : null
    recorder.onerror = null
    if (recorder.state !== 'inactive') recorder.stop()
  }

  #begin(sliceMs: number): void {
    this.#cancelTimers()
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
    this.#sliceMs = sliceMs
    this.#sliceBeganAt = timers.now()
    this.#parts = []
    this.#lastPartAt = timers.now()
    this.#startTimers()
  }

  #startTimers(): void {
    const { timers, onPart } = this.#options
    const cancelWatch = timers.every(RECORDER_SILENCE_MS, () => this.#restartIfStuck())
    const cancelParts = onPart && timers.every(ASK_EVERY_MS, () => this.#askForPart())
    this.#cancelTimers = () => {
      cancelWatch()
      cancelParts?.()
    }
  }

  #askForPart(): void {
    const { timers } = this.#options
    const isNear = timers.now() - this.#lastPartAt >= PART_MS - ASK_EVERY_MS
    if (isNear && this.isRunning) this.#recorder?.requestData()
  }

  #deliver(part: Blob, recording: number): void {
    const { timers, onPart, onChunk } = this.#options
    if (part.size === 0) return
    const now = timers.now()
    if (hasPacket(part)) this.#lastPartAt = now
    onPart?.(part, recording)
    this.#parts.push(part)
    // The part nearest to the end of a slice ends it.
    if (onPart && now - this.#sliceBeganAt < this.#sliceMs - PART_MS / 2) return
    const chunk = new Blob(this.#parts)
    this.#parts = []
    this.#sliceBeganAt = now
    onChunk(chunk, recording)
  }

  #restartIfStuck(): void {
    const silentMs = this.#options.timers.now() - this.#lastPartAt
    if (silentMs >= RECORDER_SILENCE_MS || !this.isRunning) this.restart()
  }
}

function hasPacket({ size }: Blob): boolean {
  return size >= LEAST_BLOCK_BYTES
}

/** Whether this browser can record what the station takes. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(RECORDER_MIME_TYPE)
}

function newMediaRecorder(stream: MediaStream, options: MediaRecorderOptions): MediaRecorder {
  return new MediaRecorder(stream, options)
}
