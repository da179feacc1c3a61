import {
  CAPTURE_TEXTS,
  CaptureError,
  desktopCaptureError,
  microphoneCaptureError,
  mixedFallbackText,
} from './capture-errors.ts'

/** Sources of the DJ: the microphone, the computer's own sound, or both. */
export type SourceMode = 'microphone' | 'computer' | 'both'
/** A microphone as the DJ chose it; the label finds it again when the browser renames its ids. */
export type ChosenDevice = { deviceId: string; label: string }

/**
 * Open sound. Anyone who holds it stops its tracks with `releaseCapture`. `notice` explains what is different from what
 * was asked for.
 */
export type Capture = {
  mode: SourceMode
  microphone: MediaStream | null
  computer: MediaStream | null
  notice: string | null
}

/** Raw sound: the browser's voice processing ruins music and makes it mono. */
const RAW_SOUND = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: { ideal: 2 },
  sampleRate: { ideal: 48_000 },
} as const

/** Opens what `mode` asks for, reusing streams of `open` that still sound. Throws `CaptureError`. */
export async function openCapture(
  mode: SourceMode,
  device: ChosenDevice | null,
  open: Capture | null = null,
): Promise<Capture> {
  if (mode === 'microphone') return { ...NOTHING, mode, microphone: await microphone(device, open) }
  if (mode === 'computer') return { ...NOTHING, mode, computer: await computer(open) }
  return openBoth(device, open)
}

const NOTHING = { microphone: null, computer: null, notice: null }

/** The picker needs the click that led here, so the computer comes first, the microphone after it. */
async function openBoth(device: ChosenDevice | null, open: Capture | null): Promise<Capture> {
  const shared = await computer(open).catch((cause: unknown) => desktopCaptureError(cause))
  if (shared instanceof CaptureError) {
    const voice = await microphone(device, open)
    return { ...NOTHING, mode: 'microphone', microphone: voice, notice: mixedFallbackText(shared.message) }
  }
  try {
    return { mode: 'both', microphone: await microphone(device, open), computer: shared, notice: null }
  } catch (cause) {
    if (shared !== open?.computer) stopTracks(shared)
    throw cause
  }
}

/** The microphone, with the browser's processing off. Throws `CaptureError`. */
export async function openMicrophone(device: ChosenDevice | null): Promise<MediaStream> {
  if (!window.isSecureContext) throw new CaptureError('MICROPHONE_INSECURE')
  if (!navigator.mediaDevices?.getUserMedia) throw new CaptureError('MICROPHONE_MISSING')
  const requested = device ? await findDevice(device) : null
  const choice = requested ? { deviceId: { exact: requested.deviceId } } : {}
  return navigator.mediaDevices
    .getUserMedia({ audio: { ...RAW_SOUND, ...choice } })
    .catch((cause: unknown) => Promise.reject(microphoneCaptureError(cause)))
}

/** Whether the browser gives the microphone without a question. */
export async function isMicrophoneAllowed(): Promise<boolean> {
  try {
    const permission = await navigator.permissions.query({ name: 'microphone' })
    return permission.state === 'granted'
  } catch {
    // Some browsers do not know this name; then the DJ's click asks.
    return false
  }
}

/** The sound of a tab, window or screen, as the browser's own picker gives it. Throws `CaptureError`. */
export async function openComputer(): Promise<MediaStream> {
  const reason = computerSoundRefusal()
  if (reason) throw new CaptureError(reason)
  const stream = await navigator.mediaDevices
    .getDisplayMedia(DISPLAY_OPTIONS)
    .catch((cause: unknown) => Promise.reject(desktopCaptureError(cause)))
  const [audio] = stream.getAudioTracks()
  if (!audio) {
    stopTracks(stream)
    throw new CaptureError('NO_AUDIO_TRACK')
  }
  restVideo(stream)
  return stream
}

/** Why the computer's sound cannot be asked for here at all; null when it can. */
export function computerSoundRefusal(): 'INSECURE' | 'SCREEN_CAPTURE_MISSING' | null {
  if (!window.isSecureContext) return 'INSECURE'
  return typeof navigator.mediaDevices?.getDisplayMedia === 'function' ? null : 'SCREEN_CAPTURE_MISSING'
}

/** The same refusal in words. */
export function computerSoundRefusalText(): string | null {
  const reason = computerSoundRefusal()
  return reason === null ? null : CAPTURE_TEXTS[reason]
}

/** Stops what `capture` opened, but for the streams that `kept` goes on using. */
export function releaseCapture(capture: Capture, kept: Capture | null = null): void {
  for (const part of ['microphone', 'computer'] as const) {
    if (capture[part] && capture[part] !== kept?.[part]) stopTracks(capture[part])
  }
}

/** The microphones to choose from; labels are empty until permission was given once. */
export async function listMicrophones(): Promise<MediaDeviceInfo[]> {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  return devices.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
}

/** The outputs for the monitor; empty where the browser does not let one choose. */
export async function listOutputs(): Promise<MediaDeviceInfo[]> {
  if (!('setSinkId' in HTMLMediaElement.prototype)) return []
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  return devices.filter(({ kind, deviceId }) => kind === 'audiooutput' && deviceId !== '')
}

type DisplayOptions = DisplayMediaStreamOptions & {
  systemAudio: 'include'
  surfaceSwitching: 'include'
  selfBrowserSurface: 'exclude'
}

/** Browsers hand out no sound without a picture: ask for the smallest one. */
const DISPLAY_OPTIONS: DisplayOptions = {
  video: { frameRate: { max: 1 }, width: { max: 320 } },
  audio: RAW_SOUND,
  systemAudio: 'include',
  surfaceSwitching: 'include',
  selfBrowserSurface: 'exclude',
}

/** Kept and disabled, not stopped: some browsers end the whole capture with its picture. */
function restVideo(stream: MediaStream): void {
  for (const track of stream.getVideoTracks()) track.enabled = false
}

function microphone(device: ChosenDevice | null, open: Capture | null): Promise<MediaStream> {
  const reusable = open?.microphone
  if (reusable && isSounding(reusable) && isDevice(reusable, device)) return Promise.resolve(reusable)
  return openMicrophone(device)
}

function computer(open: Capture | null): Promise<MediaStream> {
  const reusable = open?.computer
  return reusable && isSounding(reusable) ? Promise.resolve(reusable) : openComputer()
}

function isSounding(stream: MediaStream): boolean {
  return stream.getAudioTracks().some(({ readyState }) => readyState === 'live')
}

function isDevice(stream: MediaStream, device: ChosenDevice | null): boolean {
  return device === null || stream.getAudioTracks()[0]?.getSettings().deviceId === device.deviceId
}

/** By id, else by name: ids change when site data is cleared. A device that is gone stays wanted, so that it fails. */
async function findDevice(device: ChosenDevice): Promise<ChosenDevice> {
  const known = await listMicrophones()
  if (known.some(({ deviceId }) => deviceId === device.deviceId)) return device
  return known.find(({ label }) => label !== '' && label === device.label) ?? device
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
