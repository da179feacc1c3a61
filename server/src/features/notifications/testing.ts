import { pino } from 'pino'
import { openShowPlace } from '../../../tests/support/show.ts'
import { MemoryCluster } from '../../cluster/testing.ts'
import { UnseenChanges } from '../../db/testing.ts'
import { createNotifications } from './create-notifications.ts'
import type { Connected, NotificationsContext } from './ports.ts'

/** Messages to one person's connections. */
export type SentToUser = {
  userId: number
  body: { type: string; unreadCount: number; notification: { id: number } }
}

/** Connections that only remember what they got. */
export class MemoryConnections implements Connected {
  readonly people: number[] = []
  readonly sent: SentToUser[] = []

  connectedUsers(): number[] {
    return this.people
  }

  publishToUserHere(userId: number, _destination: string, body: object): void {
    this.sent.push({ userId, body: body as SentToUser['body'] })
  }
}

/** A migrated database with people in it, and what an instance of a station is built from; the caller closes it. */
export async function openNotificationsPlace(engine: 'embedded' | 'postgres') {
  const place = await openShowPlace<unknown>(engine)
  const cluster = new MemoryCluster()
  const contextOf = (connected: Connected): NotificationsContext => ({
    db: place.db,
    changes: new UnseenChanges(),
    clock: place.clock,
    timeZone: 'Asia/Manila',
    connected,
    bus: cluster.join(),
    pushSubject: 'mailto:radio@campus.example',
    isPushOpen: true,
    log: pino({ level: 'silent' }),
    onError(error) {
      throw error
    },
  })
  return {
    ...place,
    contextOf,
    /** An instance and its connections; the caller closes it. */
    instance() {
      const connections = new MemoryConnections()
      return { connections, notifications: createNotifications(contextOf(connections)) }
    },
  }
}
