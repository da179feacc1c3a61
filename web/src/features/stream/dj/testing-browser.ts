import { vi } from 'vitest'

/**
 * Fake of the parts of a browser that jsdom lacks, as far as the DJ's engine touches them. Nothing sounds; the test
 * says what happens.
 */
export type FakeBrowser = {
  /** Each microphone stream that was opened. */
  microphones: FakeTrack[]
  /** The sound of each tab that was shared. */
  shared: FakeTrack[]
  sockets: FakeSocket[]
  contexts: FakeContext[]
  recorders: FakeRecorder[]
  /** Replaces the answer to the question for the microphone, and to loading the worklet. */
  askMicrophone: () => Promise<void>
  loadWorklet: () => Promise<void>
  /** Replaces the answer of the picker. */
  askPicker: () => Promise<void>
  /** Start of the sound; null where it is there at once. */
  soundStart: Promise<void> | null
  /** Somebody has clicked or typed in the page. */
  hasPressed: boolean
  /** The browser gives the microphone without asking. */
  isMicrophoneAllowed: boolean
  close(): void
}

class FakeTrack {
  readyState: 'live' | 'ended' = 'live'
  label = 'Desk'
  onended: (() => void) | null = null
  stop = () => {
    this.readyState = 'ended'
  }
  /** The browser ends it: the device is gone, or sharing was stopped. */
  end = () => {
    this.stop()
    this.onended?.()
  }
  getSettings = () => ({ deviceId: 'desk', channelCount: 2, sampleRate: 48_000 })
}

class FakeNode {
  gain = new FakeParam()
  port = { onmessage: null }
  stream = {}
  connect = (next: FakeNode) => next
  disconnect = () => {}
}

class FakeParam {
  value = 1
  cancelScheduledValues = () => {}
  setValueAtTime = () => {}
  linearRampToValueAtTime = () => {}
}

class FakeContext {
  state: 'running' | 'suspended' | 'closed' = browser().soundStart ? 'suspended' : 'running'
  onstatechange: (() => void) | null = null
  currentTime = 0
  sampleRate = 48_000
  audioWorklet = { addModule: () => browser().loadWorklet() }
  createGain = () => new FakeNode()
  createMediaStreamSource = () => new FakeNode()

  constructor() {
    browser().contexts.push(this)
  }

  async resume(): Promise<void> {
    const { soundStart } = browser()
    if (soundStart) await soundStart
    if (this.state === 'closed') throw new DOMException('', 'InvalidStateError')
    this.#enter('running')
  }

  async close(): Promise<void> {
    this.#enter('closed')
  }

  #enter(state: FakeContext['state']): void {
    if (state === this.state) return
    this.state = state
    this.onstatechange?.()
  }
}

class FakeSocket {
  static readonly OPEN = 1
  readyState = 0
  bufferedAmount = 0
  closeCode: number | undefined
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null

  constructor() {
    browser().sockets.push(this)
  }

  send(body: unknown): void {
    this.sent.push(body)
  }

  close(code?: number): void {
    this.readyState = 3
    this.closeCode = code
  }

  /** The station lets the page in. */
  open(): void {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }

  /** The station says something. */
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  /** The station hangs up. */
  hangUp(code: number, reason = ''): void {
    this.readyState = 3
    this.onclose?.({ code, reason })
  }
}

class FakeRecorder extends EventTarget {
  static isTypeSupported = () => true
  state: 'inactive' | 'recording' = 'inactive'
  ondataavailable: unknown = null
  onerror: unknown = null

  constructor() {
    super()
    browser().recorders.push(this)
  }

  start(): void {
    this.state = 'recording'
  }

  /** Gives nothing: the test says when there is something. */
  requestData() {}

  stop(): void {
    this.state = 'inactive'
  }
}

/** Its timers never fire. */
class FakeWorker extends EventTarget {
  postMessage = () => {}
}

let current: FakeBrowser | null = null

function browser(): FakeBrowser {
  if (!current) throw new Error('no fake browser is open')
  return current
}

/** Puts the fakes in place, inside jsdom; `close` takes them away. */
export function openFakeBrowser(): FakeBrowser {
  current = {
    microphones: [],
    shared: [],
    sockets: [],
    contexts: [],
    recorders: [],
    askMicrophone: () => Promise.resolve(),
    loadWorklet: () => Promise.resolve(),
    askPicker: () => Promise.resolve(),
    soundStart: null,
    hasPressed: true,
    isMicrophoneAllowed: false,
    close: () => vi.unstubAllGlobals(),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('GainNode', FakeNode)
  vi.stubGlobal('MediaStreamAudioDestinationNode', FakeNode)
  vi.stubGlobal('AudioWorkletNode', FakeNode)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('Worker', FakeWorker)
  Object.assign(navigator, {
    mediaDevices: {
      getUserMedia,
      getDisplayMedia,
      enumerateDevices: async () => [],
      addEventListener: () => {},
    },
    wakeLock: { request: async () => ({ released: false, release: async () => {} }) },
    permissions: {
      query: async () => ({ state: browser().isMicrophoneAllowed ? 'granted' : 'prompt' }),
    },
    userActivation: {
      get hasBeenActive() {
        return browser().hasPressed
      },
    },
  })
  return current
}

async function getUserMedia(): Promise<unknown> {
  await browser().askMicrophone()
  const track = new FakeTrack()
  browser().microphones.push(track)
  return { getTracks: () => [track], getAudioTracks: () => [track], getVideoTracks: () => [] }
}

async function getDisplayMedia(): Promise<unknown> {
  await browser().askPicker()
  const sound = new FakeTrack()
  const picture = {
    label: `web-contents-media-stream://${browser().shared.length}:1`,
    enabled: true,
    stop: () => {},
    getSettings: () => ({ displaySurface: 'browser' }),
  }
  browser().shared.push(sound)
  return {
    getTracks: () => [sound, picture],
    getAudioTracks: () => [sound],
    getVideoTracks: () => [picture],
  }
}
