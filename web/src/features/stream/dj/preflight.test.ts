import { describe, expect, it } from 'vitest'
import { type CheckId, type PreflightSnapshot, preflightRows, preflightVerdict } from './preflight.ts'
import type { Input } from './sound.ts'

const open: Input = {
  state: 'open',
  mode: 'microphone',
  label: 'Desk microphone',
  format: { channels: 2, sampleRate: 48_000 },
  looksMono: false,
}
const good: PreflightSnapshot = {
  isSecure: true,
  canRecord: true,
  input: open,
  isAwake: true,
  isStarting: false,
  peakDb: -6.2,
  hasSignal: true,
  isSilentLong: false,
  isClipping: false,
  station: { state: 'known', roundTripMs: 24, mediaServer: 'UP', onAir: null },
  mayTakeOver: false,
  now: 200_000,
}

function rowOf(id: CheckId, change: Partial<PreflightSnapshot>) {
  return preflightRows({ ...good, ...change }).find((row) => row.id === id)
}

const verdictOf = (change: Partial<PreflightSnapshot>) =>
  preflightVerdict(preflightRows({ ...good, ...change }))

describe('pre-flight', () => {
  it('[DJ28] seven good rows are ready', () => {
    const rows = preflightRows(good)
    expect(rows.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'secure ok',
      'recorder ok',
      'input ok',
      'signal ok',
      'format ok',
      'server ok',
      'station ok',
    ])
    expect(preflightVerdict(rows)).toBe('ready')
    expect(rows[3]?.text).toBe('Good level, peaks at −6 dB')
  })

  it('[DJ28] a fail stops the DJ, a warning does not, an open question is waited for', () => {
    expect(verdictOf({ canRecord: false })).toBe('setup')
    expect(verdictOf({ hasSignal: false, isSilentLong: true })).toBe('ready')
    expect(verdictOf({ hasSignal: false })).toBe('checking')
    expect(verdictOf({ station: { state: 'pending' } })).toBe('checking')
  })

  it('[DJ52] the signal warns above −1 dB and while the clipping lamp is lit, and a warning stops nobody', () => {
    expect(rowOf('signal', { peakDb: -1 })).toMatchObject({ status: 'ok', text: 'Loud, peaks at −1 dB' })
    expect(rowOf('signal', { peakDb: -0.6 })?.status).toBe('warn')
    const clipping = { isClipping: true, peakDb: -12 }
    expect(rowOf('signal', clipping)).toMatchObject({ status: 'warn', text: 'Clipping — lower the input' })
    expect(verdictOf(clipping)).toBe('ready')
  })

  it('[DJ831] sound that is being started is waited for; a click is asked for where it did not start', () => {
    const starting = rowOf('signal', { isAwake: false, isStarting: true })
    expect(starting).toEqual({
      id: 'signal',
      label: 'Signal',
      status: 'pending',
      text: 'Starting the sound',
    })
    expect(rowOf('signal', { isAwake: false })).toMatchObject({
      status: 'pending',
      text: 'Your browser needs a click',
      fix: { action: 'wake' },
    })
  })

  it('[DJ29] with no input the row names the problem and offers the choice', () => {
    const failed: Input = { state: 'failed', fault: 'MICROPHONE_NOT_FOUND', message: 'No microphone found.' }
    expect(rowOf('input', { input: failed })).toMatchObject({
      status: 'fail',
      text: 'No microphone found.',
      fix: { label: 'Choose input' },
    })
    expect(rowOf('input', { input: { state: 'lost', label: 'USB mic' } })).toMatchObject({
      status: 'fail',
      text: 'USB mic was disconnected',
    })
  })

  it('[DJ29] a blocked microphone shows how to allow it', () => {
    const input: Input = { state: 'failed', fault: 'MICROPHONE_DENIED', message: 'Blocked.' }
    expect(rowOf('input', { input })?.fix).toEqual({ action: 'show-how', label: 'How to allow it' })
  })

  it('[DJ30] a mono microphone is sent on both sides with a warning', () => {
    const input: Input = { ...open, format: { channels: 1, sampleRate: 48_000 } }
    expect(rowOf('format', { input })).toMatchObject({
      status: 'warn',
      text: 'Mono, 48 kHz: sent on both channels',
    })
    expect(rowOf('format', { input: { ...open, looksMono: true } })?.text).toContain(
      'both channels are identical',
    )
  })

  it('[DJ7] a refused source shows its measured numbers in the row', () => {
    const message = 'Selected source audio quality too low (mono, 22.05 kHz).'
    const input: Input = { state: 'failed', fault: 'LOW_QUALITY', message }
    expect(rowOf('format', { input })).toMatchObject({ status: 'fail', text: message })
  })

  it('[DJ7] a source that turns out mono once it sounds is refused too', () => {
    const input: Input = { ...open, mode: 'computer', format: { channels: 1, sampleRate: 48_000 } }
    expect(rowOf('format', { input })).toMatchObject({ status: 'fail' })
  })

  it('[DJ31] another show on air is named, and only administrators may take over', () => {
    const onAir = { id: 3, title: 'Tambay', by: 'Rico', sinceMs: 20_000, isMine: false }
    const station = { state: 'known', roundTripMs: 20, mediaServer: 'UP', onAir } as const
    expect(rowOf('station', { station })).toMatchObject({
      status: 'fail',
      text: 'Rico is live with “Tambay” for 3 min',
      fix: { action: 'check-again' },
    })
    expect(rowOf('station', { station, mayTakeOver: true })?.fix?.action).toBe('take-over')
  })

  it('[DJ31] a show of one’s own that is still on air is offered for resuming', () => {
    const onAir = { id: 3, title: 'Tambay', by: 'Rico', sinceMs: 20_000, isMine: true }
    const station = { state: 'known', roundTripMs: 20, mediaServer: 'UP', onAir } as const
    expect(rowOf('station', { station })).toMatchObject({ status: 'fail', fix: { action: 'resume' } })
  })

  it('[DJ31] a media server that is down and a blocked websocket are fails', () => {
    const known = { state: 'known', roundTripMs: null, mediaServer: 'DOWN', onAir: null } as const
    expect(rowOf('station', { station: known })?.status).toBe('fail')
    expect(rowOf('server', { station: known })?.status).toBe('fail')
    expect(rowOf('server', { station: { ...known, roundTripMs: 900 } })?.status).toBe('warn')
  })
})
