import type { Encoder } from '@carillon/contract/encoder/schemas'
import { describe, expect, it } from 'vitest'
import { ffmpegLine, isForProgram, noteOf, programOf, programWords } from './encoder-words.ts'

const program = {
  kind: 'ENCODER',
  program: 'BUTT 0.1.37',
  since: '2026-11-20T07:00:00.000Z',
  bitrate: 128_400,
  receivedBytes: 1_000_000,
  bufferedMs: 300,
  droppedChunks: 0,
} as const
const encoder: Encoder = {
  host: 'radio.example.edu',
  port: 8080,
  mount: '/studio.ogg',
  user: 'source',
  passwordSince: null,
  source: null,
  note: null,
}
const later = Date.parse(program.since) + 12 * 60_000

describe('the DJ’s own program', () => {
  it('[EN16] is told by its name, for how long and how much it sends, and what came too late', () => {
    expect(programWords(program, later)).toBe('BUTT 0.1.37, for 12 min, 128 kbps')
    const nameless = { ...program, program: null, bitrate: null, droppedChunks: 3 }
    expect(programWords(nameless, later)).toBe('An encoder, for 12 min, 3 too late')
    expect(programWords(program, later - 3_600_000)).toContain('for 0 s')
  })

  it('[EN16] is meant when it is the source, or has a password and nobody is', () => {
    const since = { ...encoder, passwordSince: program.since }
    expect(isForProgram(undefined)).toBe(false)
    expect(isForProgram(encoder)).toBe(false)
    expect(isForProgram(since)).toBe(true)
    expect(isForProgram({ ...since, source: { kind: 'BROWSER' } })).toBe(false)
    expect(isForProgram({ ...since, source: program })).toBe(true)
    expect(programOf({ ...since, source: { kind: 'BROWSER' } })).toBeNull()
    expect(programOf({ ...since, source: program })).toBe(program)
  })

  it('[EN27] is not told what went wrong before it was heard, but that another one wants its place', () => {
    const note = { reason: 'LEFT', message: 'Gone.', at: program.since } as const
    const contest = { ...note, reason: 'TWO_PROGRAMS' } as const
    expect(noteOf({ ...encoder, note })).toBe(note)
    expect(noteOf({ ...encoder, source: program, note })).toBeNull()
    expect(noteOf({ ...encoder, source: program, note: contest })).toBe(contest)
  })

  it('[EN16] has a line for ffmpeg that sends stereo Opus to the address', () => {
    expect(ffmpegLine(encoder, 'abcde-fghij-kmnpq')).toBe(
      'ffmpeg -re -i INPUT -ac 2 -c:a libopus -b:a 128k -page_duration 250000 -f ogg -content_type audio/ogg icecast://source:abcde-fghij-kmnpq@radio.example.edu:8080/studio.ogg',
    )
  })
})
