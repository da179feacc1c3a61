import { opusSampleRate } from '@carillon/media/opus/packet'
import { onPausedFromOutside } from '../engine.ts'
import { RING_PROCESSOR, type RingCommand, type RingReport } from './ring-messages.ts'
import processorUrl from './ring-processor.ts?worker&url'

/** A gain change over this many seconds is not heard as a click. */
const GLIDE_SECONDS = 0.02

type SpeakerOptions = {
  audio: HTMLAudioElement
  loudness: number
  startFrames: number
  onReport: (report: RingReport) => void
  onPaused: () => void
}

/**
 * The ring buffer on the audio thread, a gain, and the way out: a MediaStream in the `<audio>` element, so that the
 * browser's media controls and background rules apply; straight to the context's output where that fails.
 */
export class Speaker {
  readonly #context: AudioContext
  readonly #gain: GainNode
  readonly #audio: HTMLAudioElement
  readonly #options: SpeakerOptions
  readonly #listening = new AbortController()
  #node: AudioWorkletNode | undefined

  /** Must be called in the gesture that asks for sound: the context starts running because of it. */
  constructor(options: SpeakerOptions) {
    this.#options = options
    this.#audio = options.audio
    this.#context = new AudioContext({ sampleRate: opusSampleRate, latencyHint: 'interactive' })
    this.#gain = new GainNode(this.#context, { gain: options.loudness })
  }

  /** Resolves when sound can come out. Rejects with NotAllowedError when the browser wants a gesture. */
  async open(): Promise<void> {
    await Promise.all([this.#connectElement(), this.#loadProcessor()])
  }

  send(command: RingCommand, transfer: Transferable[] = []): void {
    this.#node?.port.postMessage(command, transfer)
  }

  setLoudness(loudness: number): void {
    const now = this.#context.currentTime
    // A fade that goes on would win.
    this.#gain.gain.cancelScheduledValues(now)
    this.#gain.gain.setTargetAtTime(loudness, now, GLIDE_SECONDS)
  }

  fadeOut(durationMs: number): void {
    const now = this.#context.currentTime
    this.#gain.gain.cancelScheduledValues(now)
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, now)
    this.#gain.gain.linearRampToValueAtTime(0, now + durationMs / 1000)
  }

  /**
   * Sound held by the context, in ms. Not asked is `outputLatency`: Firefox locks its audio graph to answer, and when
   * the sound card asks for sound at that moment the page stands still for ever (seen in one of ten busy starts).
   */
  contextMs(): number {
    return this.#context.baseLatency * 1000
  }

  close(): void {
    this.send({ type: 'close' })
    this.#listening.abort()
    this.#audio.pause()
    this.#audio.srcObject = null
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  async #connectElement(): Promise<void> {
    const destination = new MediaStreamAudioDestinationNode(this.#context)
    this.#gain.connect(destination)
    this.#audio.removeAttribute('src')
    this.#audio.srcObject = destination.stream
    this.#audio.volume = 1
    this.#audio.muted = false
    this.#context.onstatechange = () => this.#keepRunning()
    onPausedFromOutside(this.#audio, this.#listening.signal, this.#options.onPaused)
    const playing = this.#audio.play().catch((error: unknown) => this.#withoutElement(destination, error))
    await Promise.all([playing, this.#context.resume()])
  }

  /** The element refused for another reason than a missing gesture: sound matters more than media controls. */
  #withoutElement(destination: AudioNode, error: unknown): void {
    if (error instanceof DOMException && error.name === 'NotAllowedError') throw error
    this.#gain.disconnect(destination)
    this.#gain.connect(this.#context.destination)
  }

  async #loadProcessor(): Promise<void> {
    await this.#context.audioWorklet.addModule(processorUrl)
    if (this.#context.state === 'closed') return
    this.#node = new AudioWorkletNode(this.#context, RING_PROCESSOR, {
      numberOfInputs: 0,
      outputChannelCount: [2],
      processorOptions: { startFrames: this.#options.startFrames },
    })
    this.#node.port.onmessage = (event: MessageEvent<RingReport>) => this.#options.onReport(event.data)
    this.#node.connect(this.#gain)
  }

  /** A phone call or a lost sound card suspends the context; come back as soon as that is allowed. */
  #keepRunning(): void {
    if (this.#context.state === 'running' || this.#context.state === 'closed') return
    void this.#context.resume().catch(() => undefined)
  }
}
