import { describe, expect, it } from 'vitest'
import { DRAINED_BYTES, judgeChunk, STALL_BYTES } from './upload-gate.ts'

describe('upload gate', () => {
  it('[DJ13] sends 60000 bytes and skips 60001', () => {
    expect(judgeChunk(60_000, 0, false)).toBe('send')
    expect(judgeChunk(60_001, 0, false)).toBe('skip')
    expect(judgeChunk(60_001, STALL_BYTES, true)).toBe('skip')
  })

  it('[DJ14] drops what a stalled upload cannot take', () => {
    expect(judgeChunk(3_000, STALL_BYTES - 3_000, false)).toBe('send')
    expect(judgeChunk(3_000, STALL_BYTES - 2_999, false)).toBe('drop')
  })

  it('[DJ14] goes on only when the upload has drained', () => {
    expect(judgeChunk(3_000, DRAINED_BYTES + 1, true)).toBe('drop')
    expect(judgeChunk(3_000, DRAINED_BYTES, true)).toBe('resume')
  })
})
