import { LOW_QUALITY_REASON } from '@carillon/contract/stream/schemas'

/** Every text a capture can fail with. The beginnings are the specification's and stay to the letter. */
export const CAPTURE_TEXTS = {
  SCREEN_CAPTURE_MISSING: 'Screen capture not supported in this browser',
  INSECURE: 'Desktop audio capture requires a secure connection (HTTPS). Please use HTTPS or localhost.',
  UNSUPPORTED:
    'Desktop audio is not possible in this browser. Try Chrome, Edge or Firefox, or microphone mode.',
  DENIED:
    'Permission denied for desktop audio capture. Choose the source again and allow sharing, or use the microphone.',
  NOT_FOUND: 'No audio source found. Open the tab or program you want to share, then try again.',
  ABORTED: 'Desktop audio capture was cancelled. Choose the source again when you are ready.',
  NO_AUDIO_TRACK:
    'No audio track found in the selected source. Share it again and tick “Also share audio” in the dialog.',
  MICROPHONE_INSECURE: 'The microphone requires a secure connection (HTTPS). Please use HTTPS or localhost.',
  MICROPHONE_MISSING: 'This browser cannot use a microphone. Try Chrome, Edge or Firefox.',
  MICROPHONE_DENIED:
    'The browser blocks the microphone. Open the site settings beside the address, allow the microphone, then try again.',
  MICROPHONE_NOT_FOUND: 'No microphone found. Plug one in, then choose it here.',
  MICROPHONE_BUSY: 'The microphone is used by another program. Close that program, then try again.',
  MICROPHONE_GONE: 'The chosen microphone is not connected. Choose another one.',
  FAILED: "Couldn't open the sound. Please try again.",
} as const

export type CaptureFault = keyof typeof CAPTURE_TEXTS | 'LOW_QUALITY'

/** A capture that failed: `fault` is stable, `message` is what the DJ reads. */
export class CaptureError extends Error {
  readonly fault: CaptureFault

  constructor(fault: CaptureFault, message?: string) {
    super(message ?? (fault === 'LOW_QUALITY' ? LOW_QUALITY_REASON : CAPTURE_TEXTS[fault]))
    this.name = 'CaptureError'
    this.fault = fault
  }
}

const DESKTOP_FAULTS: Readonly<Record<string, CaptureFault>> = {
  NotSupportedError: 'UNSUPPORTED',
  NotAllowedError: 'DENIED',
  NotFoundError: 'NOT_FOUND',
  AbortError: 'ABORTED',
}

const MICROPHONE_FAULTS: Readonly<Record<string, CaptureFault>> = {
  NotSupportedError: 'MICROPHONE_MISSING',
  NotAllowedError: 'MICROPHONE_DENIED',
  SecurityError: 'MICROPHONE_DENIED',
  NotFoundError: 'MICROPHONE_NOT_FOUND',
  NotReadableError: 'MICROPHONE_BUSY',
  AbortError: 'MICROPHONE_BUSY',
  OverconstrainedError: 'MICROPHONE_GONE',
}

/** Names what `getDisplayMedia` threw. */
export function desktopCaptureError(cause: unknown): CaptureError {
  return captureError(cause, DESKTOP_FAULTS)
}

/** Names what `getUserMedia` threw. */
export function microphoneCaptureError(cause: unknown): CaptureError {
  return captureError(cause, MICROPHONE_FAULTS)
}

function captureError(cause: unknown, faults: Readonly<Record<string, CaptureFault>>): CaptureError {
  if (cause instanceof CaptureError) return cause
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  return new CaptureError(faults[name] ?? 'FAILED')
}

/** Message for the DJ when "Both" was asked for and only the microphone could be had. */
export function mixedFallbackText(reason: string): string {
  return `Only your microphone is used: the computer’s sound could not be added. ${endSentence(reason)}`
}

/** Message for the DJ after close code 4000: the server's reason, or the specification's default. */
export function rejectedText(serverReason: string): string {
  return serverReason.trim() === ''
    ? `${LOW_QUALITY_REASON}. Choose a stereo source and go live again.`
    : serverReason
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
