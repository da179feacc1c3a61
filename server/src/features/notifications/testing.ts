import { pino } from 'pino'
import { openShowPlace } from '../../../tests/support/show.ts'
import { createNotifications } from './create-notifications.ts'
import type { Connected, NotificationsContext, Relay } from './ports.ts'

/** What one person's connections got. */
export type Told = {
  userId: number
  body: { type: string; unreadCount: number; notification: { id: number } }
}

/** Instances that hear each other, in memory. */
export class MemoryRelay {
  readonly #handlers: { from: Relay; handler: (letter: unknown) => void }[] = []

  join(): Relay {
    const relay: Relay = {
      send: (_kind, letter) => {
        for (const { from, handler } of this.#handlers) if (from !== relay) handler(letter)
      },
      on: (_kind, handler) => void this.#handlers.push({ from: relay, handler }),
    }
    return relay
  }
}

/** Connections that only remember what they got. */
export class MemoryConnections implements Connected {
  readonly people: number[] = []
  readonly told: Told[] = []

  connectedUsers(): number[] {
    return this.people
  }

  publishToUserHere(userId: number, _destination: string, body: object): void {
    this.told.push({ userId, body: body as Told['body'] })
  }
}

/** A migrated database with people in it, and what an instance of a station is built from; the caller closes it. */
export async function openNotificationsPlace(engine: 'embedded' | 'postgres') {
  const place = await openShowPlace<unknown>(engine)
  const bus = new MemoryRelay()
  const contextOf = (connected: Connected): NotificationsContext => ({
    db: place.db,
    clock: place.clock,
    timeZone: 'Asia/Manila',
    connected,
    relay: bus.join(),
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
