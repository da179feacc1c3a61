import { SOURCE_CLOSE } from '@carillon/contract/stream/schemas'

export const MAX_RECONNECT_ATTEMPTS = 20

/** Whether the source comes back by itself after this close: not after 1000, 1001 and the station's own 4xxx. */
export function comesBackAfter(closeCode: number): boolean {
  if (closeCode === SOURCE_CLOSE.NORMAL || closeCode === SOURCE_CLOSE.GOING_AWAY) return false
  return closeCode < 4000 || closeCode > 4999
}
