import type { Broadcast } from '@carillon/contract/broadcasts/schemas'

/** This long after its end a recording may be on its way: making it ready takes seconds, and a second try ten minutes. */
export const PREPARING_MS = 15 * 60_000

/** Whether there is something to hear of a show that is over, for anyone who asks. */
export type Standing = 'there' | 'preparing' | 'none'

/** Standing of the recording of a show that is over. `now` is the station's clock, in ms. */
export function standingOf(
  { recordingUrl, actualEnd }: Pick<Broadcast, 'recordingUrl' | 'actualEnd'>,
  now: number,
): Standing {
  if (recordingUrl !== null) return 'there'
  const isFresh = actualEnd !== null && now - Date.parse(actualEnd) < PREPARING_MS
  return isFresh ? 'preparing' : 'none'
}
