import type { BroadcastMark } from '@carillon/contract/broadcasts/marks'
import { outageLength } from '../../lib/duration.ts'

/** `Taken over from Harana Hour`, `Sound was lost for 12 s`; `Sound is lost` while it is. */
export function markWords(mark: BroadcastMark): string {
  if (mark.type === 'TAKEN_OVER') return `Taken over from ${mark.title}`
  const { at, until } = mark
  if (until === null) return 'Sound is lost'
  return `Sound was lost for ${outageLength(Date.parse(until) - Date.parse(at))}`
}
