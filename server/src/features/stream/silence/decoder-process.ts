import { LoudnessMeter } from '@carillon/media/opus/loudness'
import { durationInSamples, opusSampleRate } from '@carillon/media/opus/packet'
import { SideProcess } from '../../../kernel/side-process.ts'
import type { Sound } from '../mount/sound.ts'

/** Loudness of each 100 ms that is whole now, and the largest sample of what was pushed; 1 is full scale. */
export type Measured = { levels: readonly number[]; peak: number }

export type DecoderProcessOptions = {
  /** Called with each measurement, in order. */
  onMeasured(measured: Measured): void
  /** The process died; it is started again. */
  onDeath(error: unknown): void
  /** Worker script; for tests. */
  script?: URL
}

/** Messages of a second each: half a minute of sound may wait for the process; what is more is not measured. */
export const MAX_WAITING = 30
/** A message wakes both processes and costs more than what it holds: a second of sound goes at once. */
const GATHERED_SAMPLES = opusSampleRate
/** The shortest packet lasts 2.5 ms: also those that claim to last no time are sent. */
export const MAX_GATHERED = 400
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
  #child: SideProcess | null = null
  #gathered: Sound[] = []
  #gatheredSamples = 0
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
      this.#gather(this.#child, sound)
      return
    }
    if ('silenceInSamples' in sound)
      this.#options.onMeasured({ levels: this.#meter.pushSilence(sound.silenceInSamples), peak: 0 })
  }

  /** Ends the process; nothing is called any more. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#restartTimer)
    await this.#child?.close()
  }

  #gather(child: SideProcess, sound: Sound): void {
    this.#gathered.push(ownedBy(sound))
    this.#gatheredSamples += samplesIn(sound)
    if (this.#gatheredSamples < GATHERED_SAMPLES && this.#gathered.length < MAX_GATHERED) return
    this.#waiting++
    child.send(this.#gathered)
    this.#forgetGathered()
  }

  #forgetGathered(): void {
    this.#gathered = []
    this.#gatheredSamples = 0
  }

  #start(): void {
    this.#child = new SideProcess(this.#options.script ?? SCRIPT, {
      onMessage: (measured) => this.#take(measured as Measured),
      onEnd: (reason) => this.#restart(reason),
    })
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
    this.#forgetGathered()
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

function samplesIn(sound: Sound): number {
  if ('silenceInSamples' in sound) return sound.silenceInSamples
  return sound.packets.reduce((sum, packet) => sum + durationInSamples(packet), 0)
}
