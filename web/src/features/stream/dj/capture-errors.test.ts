import { describe, expect, it } from 'vitest'
import {
  CAPTURE_TEXTS,
  CaptureError,
  desktopCaptureError,
  microphoneCaptureError,
  mixedFallbackText,
  rejectedText,
} from './capture-errors.ts'

const DESKTOP = [
  ['NotAllowedError', 'Permission denied for desktop audio capture'],
  ['NotFoundError', 'No audio source found'],
  ['AbortError', 'Desktop audio capture was cancelled'],
] as const

describe('desktop capture errors', () => {
  it.each(DESKTOP)('[DJ3] %s begins with the text of the specification', (name, beginning) => {
    const error = desktopCaptureError(new DOMException('x', name))
    expect(error.message.startsWith(beginning)).toBe(true)
  })

  it('[DJ3] an unsupported browser is told which ones work', () => {
    const { message } = desktopCaptureError(new DOMException('x', 'NotSupportedError'))
    expect(message).toContain('Try Chrome, Edge or Firefox, or microphone mode')
  })

  it('[DJ3] the texts that have no exception stand to the letter', () => {
    expect(CAPTURE_TEXTS.SCREEN_CAPTURE_MISSING).toBe('Screen capture not supported in this browser')
    expect(CAPTURE_TEXTS.INSECURE).toBe(
      'Desktop audio capture requires a secure connection (HTTPS). Please use HTTPS or localhost.',
    )
    expect(CAPTURE_TEXTS.NO_AUDIO_TRACK).toMatch(/^No audio track found in the selected source\./)
  })

  it('[DJ3] an error already named keeps its name', () => {
    const named = new CaptureError('NO_AUDIO_TRACK')
    expect(desktopCaptureError(named)).toBe(named)
  })

  it('[DJ3] an unknown failure still says what to do', () => {
    expect(desktopCaptureError(new TypeError('odd')).message).toBe(CAPTURE_TEXTS.FAILED)
  })
})

describe('microphone errors', () => {
  it('[DJ4] denied, missing, busy and unplugged microphones are told apart', () => {
    const names = ['NotAllowedError', 'NotFoundError', 'NotReadableError', 'OverconstrainedError']
    const faults = names.map((name) => microphoneCaptureError(new DOMException('x', name)).fault)
    expect(faults).toEqual([
      'MICROPHONE_DENIED',
      'MICROPHONE_NOT_FOUND',
      'MICROPHONE_BUSY',
      'MICROPHONE_GONE',
    ])
  })
})

describe('explanations', () => {
  it('[DJ5] the fall back to the microphone says why', () => {
    expect(mixedFallbackText(CAPTURE_TEXTS.ABORTED)).toContain('Desktop audio capture was cancelled')
    expect(mixedFallbackText(CAPTURE_TEXTS.SCREEN_CAPTURE_MISSING)).toMatch(/this browser\.$/)
  })

  it('[DJ6] close 4000 shows the reason of the server, or the default text', () => {
    expect(rejectedText('Mono at 22050 Hz')).toBe('Mono at 22050 Hz')
    expect(rejectedText(' ')).toMatch(
      /^Low-quality input audio detected \(requires stereo and >= 44\.1 kHz\)/,
    )
  })
})
