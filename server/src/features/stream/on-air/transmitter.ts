import { randomInt } from 'node:crypto'
import type { OutputLease, OutputPlace } from '../cluster/output-lease.ts'
import { FanOut } from '../listeners/fan-out.ts'
import { FanOutClock } from '../listeners/fan-out-clock.ts'
import type { StreamFormat } from '../listeners/stream-format.ts'
import { MIN_BITS_PER_SECOND } from '../mount/min-bitrate-padding.ts'
import { Mount } from '../mount/mount.ts'
import type { Sound } from '../mount/sound.ts'
import type { Timeline } from '../outputs/hls/timeline.ts'
import type { Mp3Mount } from '../outputs/mp3/mp3-mount.ts'
import { OpenOutputs } from '../outputs/open-outputs.ts'
import type { OpenOutput } from '../outputs/output.ts'
import { Rewinds } from '../rewind/rewinds.ts'

/** Gets what goes out. It must not wait for anything. */
export type Tap = {
  /** Called with the header, which has no packets, and then with each page and the packets in it. */
  onPage(bytes: Uint8Array, packets: readonly Uint8Array[]): void
  onSound(sound: Sound): void
}

export type TransmitterOptions = {
  /** Monotonic milliseconds. */
  now: () => number
  isLoopLate: () => boolean
  /** Time for which listeners may go back in what is over. */
  keptMs: () => number
  /** Makes its MP3 form; null where there is none. */
  makeMp3: ((mount: Mount) => Mp3Mount) | null
  /** Begins its form in segments; null where there is none. */
  openHls: (() => Timeline) | null
  /** Further outputs of the pages. */
  outputs: readonly OpenOutput[]
  /** Says whether those are fed from here; null where there are none. */
  outputLease: Pick<OutputLease, 'enter'> | null
}

const OGG = { mimeType: 'audio/ogg', bitsPerSecond: MIN_BITS_PER_SECOND, carriesTitles: false }

// Members: the mount, its outputs and their clock begin, change hands and end together.
/** A mount and all that carries its pages: listeners here, MP3, further outputs; and the clock of them all. */
export class Transmitter {
  readonly transmitter = this
  readonly mount: Mount
  readonly fanOut: FanOut
  /** For browsers that cannot play Ogg Opus; null where it is not made. */
  readonly mp3: Mp3Mount | null
  /** Listeners to what was sent earlier. */
  readonly rewinds: Rewinds
  readonly #options: TransmitterOptions
  readonly #clock: FanOutClock
  readonly #outputs: OpenOutputs
  #hls: Timeline | null = null
  #tap: Tap | null = null
  #hasBegun = false
  /** This instance leads what it sends. */
  #leads = false
  #outputPlace: OutputPlace | null = null
  #isClosed = false
  /** The show it was made for is over, and another one has it. */
  #isHandedOn = false

  constructor(options: TransmitterOptions) {
    this.#options = options
    const { now, keptMs } = options
    this.mount = new Mount({
      now,
      onPage: (bytes, packets) => this.#publish(bytes, packets),
      // What a first listener gets at once is no silence on the air.
      onSound: (sound) => this.#hasBegun && this.#tap?.onSound(sound),
      serialNumber: randomInt(2 ** 32),
    })
    this.fanOut = new FanOut(this.mount.pages)
    this.mp3 = options.makeMp3?.(this.mount) ?? null
    this.rewinds = new Rewinds({ mount: this.mount, now, keptMs })
    this.#outputs = new OpenOutputs(this.mount, options.outputs)
    this.#clock = new FanOutClock({ now, onTick: () => this.mount.tick(), onTurn: () => this.#takeTurn() })
  }

  /** Its form in segments; null where there is none, and before it begins. */
  get timeline(): Timeline | null {
    return this.#hls
  }

  /** Form that most listen to. */
  get ogg(): StreamFormat {
    const { fanOut, mount } = this
    return { ...OGG, fanOut, opening: () => mount.opening() }
  }

  /** The same from an earlier position, in samples at 48 kHz on the mount. Throws BUSY. */
  oggFrom(position: number): StreamFormat {
    return { ...OGG, ...this.rewinds.placeAt(position) }
  }

  /** Connections that carry its sound. */
  get connections(): number {
    return this.fanOut.size + (this.mp3?.fanOut.size ?? 0) + this.rewinds.size
  }

  /** Drops the listeners among these connections: they have left too much unread. */
  dropStalled(stalled: ReadonlySet<string>): void {
    this.fanOut.dropStalled(stalled)
    this.mp3?.fanOut.dropStalled(stalled)
    this.rewinds.dropStalled(stalled)
  }

  pushPackets(packets: readonly Uint8Array[]): boolean {
    return this.mount.pushPackets(packets)
  }

  silence(): void {
    this.mount.silence()
  }

  /** Its pages go to another tap from now on: the next show's. */
  retap(tap: Tap): void {
    this.#tap = tap
  }

  handOn(): boolean {
    this.#isHandedOn = true
    return true
  }

  /** Begins the stream. To be called once. */
  begin(tap: Tap): void {
    this.#tap = tap
    this.#hls = this.#options.openHls?.() ?? null
    if (!this.#leads) this.#hls?.follow()
    this.mount.begin()
    this.#hasBegun = true
    this.#outputPlace = this.#options.outputLease?.enter((feeds) => this.#feed(feeds)) ?? null
    this.#outputPlace?.setLeads(this.#leads)
    this.#clock.start()
  }

  /** This instance leads what it sends from now on. Idempotent, as is `follow`. */
  lead(): void {
    if (this.#leads || this.#isClosed) return
    this.#leads = true
    this.#hls?.lead()
    this.#outputPlace?.setLeads(true)
  }

  follow(): void {
    if (this.#isClosed) return
    this.#leads = false
    this.#hls?.follow()
    this.#outputPlace?.setLeads(false)
  }

  /** Ends the stream and its listeners, unless another show has them; idempotent. */
  async close(): Promise<void> {
    if (!this.#isHandedOn) await this.shut()
  }

  /** Ends the stream and its listeners; idempotent. */
  async shut(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#clock.stop()
    this.mount.close()
    this.#hls?.close()
    this.fanOut.close()
    await Promise.all([this.rewinds.close(), this.#closeOutputs(), this.mp3?.close()])
  }

  /** The outputs are fed from here from now on, or by another instance. */
  async #feed(feeds: boolean): Promise<void> {
    if (this.#isClosed || feeds === this.#outputs.isOpen) return
    if (feeds) this.#outputs.open()
    else await this.#outputs.close()
  }

  async #closeOutputs(): Promise<void> {
    await this.#outputs.close()
    // The one that feeds next would find its place in use.
    await this.#outputPlace?.leave()
  }

  #publish(bytes: Uint8Array, packets: readonly Uint8Array[]): void {
    this.#tap?.onPage(bytes, packets)
    this.#hls?.append(packets)
    this.fanOut.publish(this.#options.isLoopLate())
    this.mp3?.publish()
    this.#outputs.publish()
    this.#clock.notePage()
  }

  #takeTurn(): void {
    this.fanOut.tick()
    this.mp3?.tick()
    this.rewinds.tick()
  }
}
