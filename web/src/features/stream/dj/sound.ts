import { SECOND_MS } from '@carillon/contract/durations'
import { createStore, type Store } from '../../../lib/store.ts'
import { type AudioFormat, qualityRefusal } from './audio-quality.ts'
import {
  type Capture,
  type ChosenDevice,
  isMicrophoneAllowed,
  listMicrophones,
  listOutputs,
  openCapture,
  openComputer,
  releaseCapture,
  type SourceMode,
} from './capture.ts'
import { CaptureError, type CaptureFault } from './capture-errors.ts'
import { deviceOf, formatOf, labelOf, lossText, sharedName } from './capture-state.ts'
import type { DjMemory } from './dj-memory.ts'
import type { Faders } from './faders.ts'
import { hasPressed } from './has-pressed.ts'
import { LevelWatch } from './level-watch.ts'
import { CROSS_FADE_SECONDS, Mixer, type Mutes } from './mixer.ts'
import { looksMono, type SignalState } from './signal-watch.ts'
import type { Timers } from './timers.ts'

/** Input that is plugged in, as one of five states. */
export type Input =
  | { state: 'none' }
  | { state: 'opening' }
  | { state: 'open'; mode: SourceMode; label: string; format: AudioFormat | null; looksMono: boolean }
  | { state: 'failed'; fault: CaptureFault; message: string }
  | { state: 'lost'; label: string }

export type SoundState = {
  mode: SourceMode
  /** Chosen and not yet there; null when nothing is being opened. */
  requestedMode: SourceMode | null
  device: ChosenDevice | null
  input: Input
  /** Why something is not as it was asked for; stays until dismissed. */
  notice: string | null
  microphones: readonly MediaDeviceInfo[]
  outputs: readonly MediaDeviceInfo[]
  faders: Faders
  /** The microphone, or the computer where that sounds alone. */
  isMuted: boolean
  /** Of both, the computer. */
  isMusicMuted: boolean
  /** Name of the computer's shared sound: "A browser tab"; null while it shares nothing. */
  shared: string | null
  monitor: { isOn: boolean; outputId: string }
  /** The audio graph runs. */
  isAwake: boolean
  /** The browser was asked to start it, and may still do so without another click. */
  isStarting: boolean
}

/** A busy machine takes this long to start the sound after a press. */
const START_LIMIT_MS = 10 * SECOND_MS
/** Without any press in this page, one is soon taken to be missing. */
const PRESS_LIMIT_MS = 1_500

// Members: one mixer and one open capture; opening, losing and muting need both.
/** The DJ's sound from plug to mixer output. Owns the mixer and every open stream; `close` lets go of all. */
export class Sound {
  readonly state: Store<SoundState>
  readonly levels: LevelWatch
  /** The level of each of two sources, behind its fader and before its mute. */
  readonly partLevels: Readonly<Record<keyof Faders, LevelWatch>>
  readonly #timers: Timers
  readonly #memory: DjMemory
  #mixer: Promise<Mixer> | null = null
  #readyMixer: Mixer | null = null
  #capture: Capture | null = null
  /** Grows with each opening, so that a slow one cannot overtake a later choice. */
  #opening = 0
  /** Grows with each try to start the graph: the newest says how it stands. */
  #starting = 0

  constructor(timers: Timers, memory: DjMemory) {
    this.#timers = timers
    this.#memory = memory
    this.levels = new LevelWatch(timers, (signal) => this.#describe(signal))
    const ofPart = () => new LevelWatch(timers, () => {})
    this.partLevels = { microphone: ofPart(), computer: ofPart() }
    const { mode, device, faders } = memory.loadSource()
    this.state = createStore<SoundState>({
      mode,
      requestedMode: null,
      device,
      input: { state: 'none' },
      notice: null,
      microphones: [],
      outputs: [],
      faders,
      isMuted: false,
      isMusicMuted: false,
      shared: null,
      monitor: { isOn: false, outputId: '' },
      isAwake: false,
      isStarting: false,
    })
  }

  /** The stream for a recorder; needs an open input. */
  get output(): MediaStream {
    if (!this.#readyMixer) throw new Error('the sound is not open')
    return this.#readyMixer.output
  }

  get isOpen(): boolean {
    return this.state.get().input.state === 'open'
  }

  /**
   * Opens `mode` and fades over to it; what sounds now goes on until the new sound is there. On failure the old sound
   * stays and the reason shows. Call it from a click: pickers need one.
   */
  async choose(mode: SourceMode, device = this.state.get().device): Promise<void> {
    const opening = ++this.#opening
    const before = this.#capture
    this.#patch(before ? { requestedMode: mode } : { mode, device, input: { state: 'opening' } })
    try {
      const [mixer, capture] = await this.#openBoth(mode, device)
      if (opening !== this.#opening) return releaseCapture(capture, this.#capture)
      this.#take(capture, mixer, device)
    } catch (cause) {
      if (opening === this.#opening) this.#fail(cause)
    }
    if (opening === this.#opening) this.#patch({ requestedMode: null })
    await this.refreshDevices()
  }

  /** Opens the remembered microphone without asking, if the browser already allows it. */
  async openIfAllowed(): Promise<void> {
    const opening = this.#opening
    await this.refreshDevices()
    if (this.isOpen || this.state.get().mode !== 'microphone') return
    const isAllowed = await isMicrophoneAllowed()
    // A choice that was made meanwhile stands.
    if (isAllowed && opening === this.#opening) await this.choose('microphone')
  }

  /** Starts the audio graph that the browser holds back until a click. False where it does not run within `limitMs`. */
  async wake(limitMs = hasPressed() ? START_LIMIT_MS : PRESS_LIMIT_MS): Promise<boolean> {
    const starting = ++this.#starting
    this.#patch({ isStarting: true })
    const limit = Promise.withResolvers<void>()
    const cancelLimit = this.#timers.after(limitMs, limit.resolve)
    try {
      const mixer = await this.#wakeMixer()
      const isAwake = await mixer.wake(limit.promise)
      if (starting === this.#starting) this.#patch({ isAwake })
      return isAwake
    } finally {
      cancelLimit()
      if (starting === this.#starting) this.#patch({ isStarting: false })
    }
  }

  setFaders(faders: Faders): void {
    this.#readyMixer?.setFaders(faders)
    this.#patch({ faders })
    this.#remember()
  }

  /** Of both, the microphone alone: the music plays on. */
  setMuted(isMuted: boolean): void {
    this.#mute({ isMuted })
  }

  /** Of both, the computer. */
  setMusicMuted(isMusicMuted: boolean): void {
    this.#mute({ isMusicMuted })
  }

  /**
   * Lets the DJ share another tab or screen in place of the one that is shared, which sounds until the new one is there
   * and stays when nothing is chosen. Call it from a click.
   */
  async shareAnother(): Promise<void> {
    const before = this.#capture
    if (!before?.computer || !this.#readyMixer) return
    const opening = ++this.#opening
    this.#patch({ requestedMode: before.mode })
    try {
      const computer = await openComputer()
      // Either source may have been lost while the picker was open.
      const now = this.#capture
      const microphone = now?.microphone ?? null
      const capture: Capture = {
        mode: microphone ? 'both' : 'computer',
        microphone,
        computer,
        notice: now !== before && now?.computer ? now.notice : null,
      }
      if (opening !== this.#opening || !this.#readyMixer) return releaseCapture(capture, this.#capture)
      this.#take(capture, this.#readyMixer, this.state.get().device)
    } catch (cause) {
      if (opening === this.#opening) this.#fail(cause)
    }
    if (opening === this.#opening) this.#patch({ requestedMode: null })
  }

  async setMonitor(isOn: boolean, outputId = this.state.get().monitor.outputId): Promise<void> {
    this.#patch({ monitor: { isOn, outputId } })
    await this.#readyMixer?.setMonitor(isOn, outputId).catch((cause: unknown) => {
      console.error('The monitor could not be switched', cause)
      this.#patch({ monitor: { isOn: false, outputId }, notice: 'This output cannot play the monitor.' })
    })
  }

  dismissNotice(): void {
    this.#patch({ notice: null })
  }

  async refreshDevices(): Promise<void> {
    const [microphones, outputs] = await Promise.all([listMicrophones(), listOutputs()])
    this.#patch({ microphones, outputs })
  }

  /** Lets go of every stream and of the audio graph. */
  close(): void {
    this.#opening += 1
    this.#starting += 1
    if (this.#capture) releaseCapture(this.#capture)
    this.#capture = null
    const mixer = this.#mixer
    this.#mixer = null
    this.#readyMixer = null
    mixer?.then(
      (open) => open.close(),
      () => {}, // `choose` has told why it could not be built
    )
    this.levels.reset()
    for (const levels of Object.values(this.partLevels)) levels.reset()
    const { outputId } = this.state.get().monitor
    this.#patch({ input: { state: 'none' }, notice: null, isMuted: false, isMusicMuted: false })
    this.#patch({ shared: null, isAwake: false, isStarting: false })
    this.#patch({ monitor: { isOn: false, outputId } })
  }

  #mute(change: Partial<Mutes>): void {
    const { isMuted, isMusicMuted } = { ...this.state.get(), ...change }
    this.#readyMixer?.setMuted({ isMuted, isMusicMuted })
    // Silence until now was asked for.
    if (!isMuted || !isMusicMuted) this.levels.startOver()
    this.#patch({ isMuted, isMusicMuted })
  }

  /** Mixer and capture at once, since both need the click; neither stays open without the other. */
  async #openBoth(mode: SourceMode, device: ChosenDevice | null): Promise<[Mixer, Capture]> {
    const waking = this.#wakeMixer()
    const [mixer, capture] = await Promise.allSettled([waking, openCapture(mode, device, this.#capture)])
    if (capture.status === 'rejected') throw capture.reason
    if (mixer.status === 'fulfilled') return [mixer.value, capture.value]
    releaseCapture(capture.value, this.#capture)
    throw mixer.reason
  }

  /** One that could not be built is forgotten, so that the next try builds another. */
  #wakeMixer(): Promise<Mixer> {
    if (this.#mixer) return this.#mixer
    const isRequested = () => this.#mixer === waking
    const waking: Promise<Mixer> = Mixer.create(
      (frame) => this.levels.receive(frame),
      (part, frame) => this.partLevels[part].receive(frame),
      (isAwake) => isRequested() && this.#patch({ isAwake }),
    ).then(
      (mixer) => (isRequested() ? this.#ready(mixer) : mixer),
      (cause: unknown) => {
        if (isRequested()) this.#mixer = null
        throw cause
      },
    )
    this.#mixer = waking
    return waking
  }

  #ready(mixer: Mixer): Mixer {
    this.#readyMixer = mixer
    const { faders, isMuted, isMusicMuted } = this.state.get()
    mixer.setFaders(faders)
    mixer.setMuted({ isMuted, isMusicMuted })
    return mixer
  }

  /** The new capture takes over; streams it does not share with the old one end after the cross-fade. */
  #take(capture: Capture, mixer: Mixer, device: ChosenDevice | null): void {
    const before = this.#capture
    const format = formatOf(capture)
    const refusal = capture.computer && format ? qualityRefusal(format) : null
    if (refusal) {
      releaseCapture(capture, before)
      throw new CaptureError('LOW_QUALITY', refusal)
    }
    this.#capture = capture
    mixer.play(capture)
    void this.wake()
    if (before) this.#timers.after(CROSS_FADE_SECONDS * 1_500, () => releaseCapture(before, this.#capture))
    this.#watchEnds(capture)
    this.levels.startOver()
    const input: Input = {
      state: 'open',
      mode: capture.mode,
      label: labelOf(capture),
      format,
      looksMono: false,
    }
    const { mode, notice } = capture
    this.#patch({ mode, device: deviceOf(capture) ?? device, input, notice, shared: sharedName(capture) })
    this.#remember()
  }

  #fail(cause: unknown): void {
    const error = cause instanceof CaptureError ? cause : new CaptureError('FAILED')
    if (error !== cause) console.error('The sound could not be opened', cause)
    if (this.#capture) this.#patch({ notice: error.message })
    else this.#patch({ input: { state: 'failed', fault: error.fault, message: error.message } })
  }

  #watchEnds(capture: Capture): void {
    for (const part of ['microphone', 'computer'] as const) {
      const track = capture[part]?.getAudioTracks()[0]
      if (track) track.onended = () => this.#lose(capture, part)
    }
  }

  /** Never silent about it: of two sources the other plays on, of one the DJ is asked for another. */
  #lose(capture: Capture, part: 'microphone' | 'computer'): void {
    if (this.#capture !== capture || !this.#readyMixer) return
    const rest: SourceMode = part === 'computer' ? 'microphone' : 'computer'
    if (capture.mode !== 'both') {
      this.#capture = null
      this.#readyMixer.silence()
      releaseCapture(capture)
      this.#patch({ input: { state: 'lost', label: labelOf(capture) }, shared: null })
      return
    }
    const left: Capture = { ...capture, mode: rest, [part]: null, notice: lossText(part) }
    this.#take(left, this.#readyMixer, this.state.get().device)
  }

  /** Describes the format from the worklet, where the browser left it out of the track's settings. */
  #describe(signal: SignalState): void {
    const now = this.#timers.now()
    const { input } = this.state.get()
    if (input.state !== 'open' || !this.#capture) return
    const format = formatOf(this.#capture, signal.channels)
    const isMono = looksMono(signal, now) && (format?.channels ?? 0) > 1
    const isKnown = input.format !== null || format === null
    if (isKnown && isMono === input.looksMono) return
    this.#patch({ input: { ...input, format, looksMono: isMono } })
  }

  #remember(): void {
    const { mode, device, faders } = this.state.get()
    this.#memory.saveSource({ mode, device, faders })
  }

  #patch(change: Partial<SoundState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }
}
