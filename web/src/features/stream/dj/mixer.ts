import { settings } from '../../../api/settings.ts'
import type { Capture } from './capture.ts'
import { DEFAULT_FADERS, type Faders } from './faders.ts'
import meterWorkletUrl from './meter.worklet.ts?worker&url'
import type { MeterFrame } from './signal-watch.ts'

/** Muted parts: the voice, and of two sources the music. */
export type Mutes = { isMuted: boolean; isMusicMuted: boolean }
type PartListener = (part: keyof Faders, frame: MeterFrame) => void

export const SAMPLE_RATE = 48_000
export const CROSS_FADE_SECONDS = 0.4
const FADER_GLIDE_SECONDS = 0.05

/** One open capture inside the graph, with its own gains so that two can sound while one fades out. */
type Take = { capture: Capture; fade: GainNode; parts: Partial<Record<keyof Faders, Part>> }
/** Its meter hangs behind the fader and before the mute: what is muted can still be seen. */
type Part = { source: MediaStreamAudioSourceNode; fader: GainNode; mute: GainNode }

// Members: the nodes of one audio graph and the ways to set each; apart, the parts would share every node.
/**
 * The desk: takes in, one stereo stream out. The output is the same object for as long as the mixer lives, so a
 * recorder on it never notices a change of source. Owns its AudioContext, not the captures.
 */
export class Mixer {
  readonly #context: AudioContext
  readonly #sum: GainNode
  readonly #destination: MediaStreamAudioDestinationNode
  readonly #monitor: GainNode
  readonly #monitorElement: HTMLAudioElement
  /** One node per stream: two of the same stream run out of step, and cancel each other while they cross-fade. */
  readonly #sources = new WeakMap<MediaStream, MediaStreamAudioSourceNode>()
  #take: Take | null = null
  #faders: Faders = DEFAULT_FADERS
  #mutes: Mutes = { isMuted: false, isMusicMuted: false }
  readonly #meters = new Map<keyof Faders, AudioWorkletNode>()
  readonly #onPartFrame: PartListener

  private constructor(context: AudioContext, onPartFrame: PartListener) {
    this.#context = context
    this.#onPartFrame = onPartFrame
    this.#sum = context.createGain()
    const stereo = new GainNode(context, {
      channelCount: 2,
      channelCountMode: 'explicit',
      channelInterpretation: 'speakers',
    })
    this.#destination = new MediaStreamAudioDestinationNode(context, { channelCount: 2 })
    this.#monitor = new GainNode(context, { gain: 0 })
    const ears = new MediaStreamAudioDestinationNode(context, { channelCount: 2 })
    this.#sum.connect(stereo).connect(this.#destination)
    stereo.connect(this.#monitor).connect(ears)
    this.#monitorElement = new Audio()
    this.#monitorElement.srcObject = ears.stream
  }

  /**
   * Builds the desk; `onFrame` gets the level of the sum at most 20 times a second, `onPartFrame` that of each of two,
   * `onRunning` whether the graph runs, when that changes.
   */
  static async create(
    onFrame: (frame: MeterFrame) => void,
    onPartFrame: PartListener,
    onRunning: (isRunning: boolean) => void,
  ): Promise<Mixer> {
    const context = new AudioContext({ latencyHint: 'interactive', ...sampleRateOption() })
    try {
      await context.audioWorklet.addModule(meterWorkletUrl)
    } catch (cause) {
      await context.close()
      throw cause
    }
    const mixer = new Mixer(context, onPartFrame)
    context.onstatechange = () => {
      keepRunning(context)
      onRunning(mixer.isRunning)
    }
    mixer.#sum.connect(mixer.#createMeter(onFrame))
    return mixer
  }

  /** Stream that goes on air: 48 kHz, stereo, never ending. */
  get output(): MediaStream {
    return this.#destination.stream
  }

  get sampleRate(): number {
    return this.#context.sampleRate
  }

  get isRunning(): boolean {
    return this.#context.state === 'running'
  }

  /** Browsers start a context only after a click; tells whether it runs now. Waits no longer than for `limit`. */
  async wake(limit: Promise<void>): Promise<boolean> {
    // Rejects where the context is closed meanwhile: it does not run then.
    const resumed = this.#context.resume().catch(() => undefined)
    await Promise.race([resumed, limit])
    return this.isRunning
  }

  /** Fades over to `capture`: both sound for a moment, so the output never drops to nothing. */
  play(capture: Capture): void {
    const before = this.#take
    const take = this.#createTake(capture)
    this.#take = take
    glide(take.fade.gain, before === null ? 0.01 : CROSS_FADE_SECONDS, 1, this.#context)
    if (before) this.#fadeOut(before)
  }

  /** Takes the source away; the output goes on with silence. */
  silence(): void {
    const before = this.#take
    this.#take = null
    if (before) this.#fadeOut(before)
  }

  setFaders(faders: Faders): void {
    this.#faders = faders
    this.#applyGains()
  }

  /** Mutes the voice, which is the microphone where there is one, else the computer; and of both, the music. */
  setMuted(mutes: Mutes): void {
    this.#mutes = mutes
    this.#applyGains()
  }

  /** Lets the DJ hear the output. Off until asked, since speakers feed back into the microphone. */
  async setMonitor(isOn: boolean, outputId: string): Promise<void> {
    glide(this.#monitor.gain, FADER_GLIDE_SECONDS, isOn ? 1 : 0, this.#context)
    if (!isOn) {
      this.#monitorElement.pause()
      return
    }
    if ('setSinkId' in this.#monitorElement) await this.#monitorElement.setSinkId(outputId)
    await this.#monitorElement.play()
  }

  async close(): Promise<void> {
    this.#monitorElement.srcObject = null
    if (this.#context.state !== 'closed') await this.#context.close()
  }

  #createMeter(onFrame: (frame: MeterFrame) => void): AudioWorkletNode {
    const meter = new AudioWorkletNode(this.#context, 'carillon-meter', {
      numberOfOutputs: 0,
      processorOptions: { blockSamples: settings.audioBufferSize },
    })
    meter.port.onmessage = (event: MessageEvent<MeterFrame>) => onFrame(event.data)
    return meter
  }

  /** Made when two sources sound for the first time: of one, the meter of the sum is its own. */
  #meterOf(part: keyof Faders): AudioWorkletNode {
    const meter = this.#meters.get(part) ?? this.#createMeter((frame) => this.#onPartFrame(part, frame))
    this.#meters.set(part, meter)
    return meter
  }

  #createTake(capture: Capture): Take {
    const fade = new GainNode(this.#context, { gain: 0 })
    const take: Take = { capture, fade, parts: {} }
    fade.connect(this.#sum)
    for (const part of ['microphone', 'computer'] as const) {
      const stream = capture[part]
      if (!stream) continue
      const connected = this.#connectPart(stream, this.#faderOf(part, capture), this.#muteOf(part, capture))
      connected.mute.connect(fade)
      if (capture.mode === 'both') connected.fader.connect(this.#meterOf(part))
      take.parts[part] = connected
    }
    return take
  }

  #connectPart(stream: MediaStream, faderGain: number, muteGain: number): Part {
    const source = this.#sources.get(stream) ?? this.#context.createMediaStreamSource(stream)
    this.#sources.set(stream, source)
    const fader = new GainNode(this.#context, { gain: faderGain })
    const mute = new GainNode(this.#context, { gain: muteGain })
    source.connect(fader).connect(mute)
    return { source, fader, mute }
  }

  #fadeOut(take: Take): void {
    glide(take.fade.gain, CROSS_FADE_SECONDS, 0, this.#context)
    setTimeout(() => disconnect(take), CROSS_FADE_SECONDS * 2_000)
  }

  #applyGains(): void {
    const take = this.#take
    if (!take) return
    for (const part of ['microphone', 'computer'] as const) {
      const connected = take.parts[part]
      if (!connected) continue
      glide(connected.fader.gain, FADER_GLIDE_SECONDS, this.#faderOf(part, take.capture), this.#context)
      glide(connected.mute.gain, FADER_GLIDE_SECONDS, this.#muteOf(part, take.capture), this.#context)
    }
  }

  /** A single source plays whole; the faders belong to the mix. */
  #faderOf(part: keyof Faders, { mode }: Capture): number {
    return mode === 'both' ? this.#faders[part] : 1
  }

  #muteOf(part: keyof Faders, { microphone }: Capture): number {
    const isVoice = part === (microphone ? 'microphone' : 'computer')
    const isMuted = isVoice ? this.#mutes.isMuted : this.#mutes.isMusicMuted
    return isMuted ? 0 : 1
  }
}

/** Firefox refuses a microphone in a context of another rate than the device's; its recorder writes 48 kHz anyway. */
function sampleRateOption(): AudioContextOptions {
  return navigator.userAgent.includes('Firefox/') ? {} : { sampleRate: SAMPLE_RATE }
}

/** A phone call or a lost sound card suspends a context that ran; come back as soon as that is allowed. */
function keepRunning(context: AudioContext): void {
  if (context.state === 'running' || context.state === 'closed') return
  context.resume().catch((cause: unknown) => console.error('The sound needs a click to start', cause))
}

function disconnect({ fade, parts }: Take): void {
  fade.disconnect()
  for (const { source, fader } of Object.values(parts)) {
    source.disconnect(fader)
    fader.disconnect()
  }
}

function glide(param: AudioParam, seconds: number, target: number, context: AudioContext): void {
  const now = context.currentTime
  param.cancelScheduledValues(now)
  param.setValueAtTime(param.value, now)
  param.linearRampToValueAtTime(target, now + seconds)
}
