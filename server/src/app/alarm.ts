import { findShow } from '../db/shows.ts'
import type { Alarm } from '../features/notifications/other-news.ts'
import type { Base } from './base.ts'
import type { People } from './people.ts'

/** Tells those who can do something about it that something is wrong with a show. Nobody on the air waits for that. */
export type RaiseAlarm = (what: Alarm, broadcastId: number) => void

/** Alarms go to the notifications, with the title of the show. */
export function createAlarm({ database, onError }: Base, { notifications }: People): RaiseAlarm {
  const tell = async (what: Alarm, broadcastId: number) => {
    const show = await findShow(database.tables(), broadcastId)
    if (show) await notifications.alert(what, show)
  }
  return (what, broadcastId) => void tell(what, broadcastId).catch(onError)
}
