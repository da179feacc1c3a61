import { createAnnouncements } from '../features/announcements/create-announcements.ts'
import { createChat } from '../features/chat/create-chat.ts'
import { createPolls } from '../features/polls/create-polls.ts'
import { createSongRequests } from '../features/song-requests/create-song-requests.ts'
import type { Base } from './base.ts'
import type { People } from './people.ts'

export type Audience = ReturnType<typeof createAudience>

/** What goes to and fro between a station and those who listen, beside the sound. */
export function createAudience(base: Base, { realtime, notifications }: People) {
  const { config, clock, database, onError, now } = base
  const { publish, publishToUser } = realtime.broker
  const { timeZone, dataDir } = config
  return {
    chat: createChat({
      db: database.tables(),
      clock,
      timeZone,
      publish,
      idempotency: base.idempotency,
      log: base.logger,
    }),
    songRequests: createSongRequests({
      db: database.tables(),
      clock,
      publish,
      publishToUser,
      tellAnswered: notifications.tellAnswered,
      onAnswered: notifications.deliver,
    }),
    polls: createPolls({ db: database.tables(), clock, publish, relay: base.bus, now, onError }),
    announcements: createAnnouncements({
      db: database.tables(),
      clock,
      timeZone,
      dataDir,
      publish,
      notify: notifications.notify,
      deliverNotices: notifications.deliver,
      now,
      onError,
    }),
  }
}
