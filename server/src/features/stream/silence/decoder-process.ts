import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { LoudnessMeter } from '@carillon/media/opus/loudness'
import type { Sound } from '../mount/sound.ts'

/** The loudness of each 100 ms that is whole now, and the largest sample of what was pushed; 1 is full scale. */
export type Measured = { levels: readonly number[]; peak: number }

export type DecoderProcessOptions = {
  /** Called with each measurement, in order. */
  onMeasured(measured: Measured): void
  /** The process died; it is started again. */
  onDeath(error: unknown): void
  /** Worker script; for tests. */
  script?: URL
}

/** About half a minute of sound may wait for the process; what is more is not measured. */
export const MAX_WAITING = 100
const FIRST_RESTART_MS = 1_000
export const MAX_RESTART_MS = 60_000
const SCRIPT = new URL('./measure-loudness.ts', import.meta.url)

/**
 * Measures sound in a process of its own, so that the air never waits for it nor falls with it: V8 may abort a whole process
 * over the code of WebAssembly that comes and goes (nodejs/node issue 64500). While it is away or behind, what sounds is
 * passed over; silence of our own needs no decoder and is always measured. The caller closes it.
 */
export class DecoderProcess {
  readonly #options: DecoderProcessOptions
  readonly #meter = new LoudnessMeter()
  #child: ChildProcess | null = null
  #waiting = 0
  #restartMs = FIRST_RESTART_MS
  #restartTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: DecoderProcessOptions) {
    this.#options = options
    this.#start()
  }

  push(sound: Sound): void {
    if (this.#child && this.#waiting < MAX_WAITING) {
      this.#waiting++
      this.#child.send(ownedBy(sound), () => undefined) // one that cannot be reached exits
      return
    }
    if ('silenceInSamples' in sound)
      this.#options.onMeasured({ levels: this.#meter.pushSilence(sound.silenceInSamples), peak: 0 })
  }

  /** Ends the process; nothing is called any more. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restartTimer)
    const child = this.#child
    if (!child) return
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }

  #start(): void {
    const child = fork(this.#options.script ?? SCRIPT, {
      serialization: 'advanced',
      // The decoder complains on stderr about packets that it cannot read.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: {},
    })
    child.unref()
    child.channel?.unref()
    let failure: unknown = null
    child.on('message', (measured) => this.#take(measured as Measured))
    child.on('error', (error) => {
      failure = error
    })
    child.on('exit', (code) => this.#restart(failure ?? new Error(`the decoder ended with ${code}`)))
    this.#child = child
  }

  #take(measured: Measured): void {
    if (this.#isClosed) return
    this.#waiting--
    this.#restartMs = FIRST_RESTART_MS
    this.#options.onMeasured(measured)
  }

  #restart(reason: unknown): void {
    this.#child = null
    this.#waiting = 0
    if (this.#isClosed) return
    this.#options.onDeath(reason)
    this.#restartTimer = setTimeout(() => this.#start(), this.#restartMs).unref()
    this.#restartMs = Math.min(MAX_RESTART_MS, this.#restartMs * 2)
  }
}

/** A part of a buffer would take the whole buffer with it. */
function ownedBy(sound: Sound): Sound {
  return 'packets' in sound ? { packets: sound.packets.map((packet) => packet.slice()) } : sound
}
