import { SECOND_MS } from '@carillon/contract/durations'
import { formatSpan } from '../durations.ts'
import type { BackupState } from './backup.ts'

/** State of the copy: all is well, something is on its way, or something is lost. */
export type BackupTone = 'well' | 'uploading' | 'lost'

/** The copy in a line, as the desk says it; null while there is nothing to copy. */
export function backupWords(state: BackupState): { tone: BackupTone; text: string } | null {
  const { place, leftMs, missingMs } = state
  if (leftMs >= SECOND_MS) {
    const text = `${formatSpan(leftMs)} still to upload`
    return { tone: 'uploading', text: place === 'page' ? `${text}. ${STAY}` : text }
  }
  if (missingMs >= SECOND_MS)
    return { tone: 'lost', text: `${formatSpan(missingMs)} missing in the recording` }
  if (place === null) return null
  if (place === 'page') return { tone: 'lost', text: 'No copy on this device' }
  return {
    tone: 'well',
    text: state.hasUploaded ? 'Copy on this computer: safe. 0 s missing' : 'Copy on this computer: safe',
  }
}

/** Sound that an earlier moment or visit has left, for a page that is off the air; null when there is nothing to say. */
export function leftoverWords(state: BackupState): { tone: BackupTone; text: string } | null {
  const { leftMs, missingMs, hasUploaded, place } = state
  if (leftMs >= SECOND_MS) {
    const text = `${formatSpan(leftMs)} of your show have not reached the station: uploading`
    return { tone: 'uploading', text: place === 'page' ? `${text}. ${STAY}` : text }
  }
  if (missingMs >= SECOND_MS)
    return { tone: 'lost', text: `${formatSpan(missingMs)} missing in the recording` }
  return hasUploaded ? { tone: 'well', text: 'Your show has reached the station: 0 s missing' } : null
}

const STAY = 'Keep this page open: it has the only copy'
