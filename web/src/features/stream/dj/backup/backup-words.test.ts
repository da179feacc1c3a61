import { expect, it } from 'vitest'
import type { BackupState } from './backup.ts'
import { backupWords, leftoverWords } from './backup-words.ts'

const SAFE: BackupState = { place: 'device', leftMs: 0, missingMs: 0, isUploading: false, hasUploaded: false }

it('[KC8] the desk says how the copy stands', () => {
  const say = (change: Partial<BackupState>) => backupWords({ ...SAFE, ...change })
  expect(say({ place: null })).toBeNull()
  expect(say({})).toEqual({ tone: 'well', text: 'Copy on this computer: safe' })
  expect(say({ hasUploaded: true })?.text).toBe('Copy on this computer: safe. 0 s missing')
  expect(say({ leftMs: 12_400 })).toEqual({ tone: 'uploading', text: '12 s still to upload' })
  expect(say({ leftMs: 12_400, place: 'page' })?.text).toBe(
    '12 s still to upload. Keep this page open: it has the only copy',
  )
  expect(say({ missingMs: 3_000 })).toEqual({ tone: 'lost', text: '3 s missing in the recording' })
  expect(say({ place: 'page' })).toEqual({ tone: 'lost', text: 'No copy on this device' })
})

it('[KC8] off the air the dashboard says what has not reached the station yet, and when it has', () => {
  const say = (change: Partial<BackupState>) => leftoverWords({ ...SAFE, ...change })
  expect(say({})).toBeNull()
  expect(say({ leftMs: 41_000, hasUploaded: true })).toEqual({
    tone: 'uploading',
    text: '41 s of your show have not reached the station: uploading',
  })
  expect(say({ hasUploaded: true })?.text).toBe('Your show has reached the station: 0 s missing')
  expect(say({ missingMs: 61_000 })?.text).toBe('1 min missing in the recording')
})
