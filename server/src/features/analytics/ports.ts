import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import type { StreamHealth } from '@carillon/contract/stream/schemas'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../http/session.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from './table.ts'

/** Session and HTTP exchange of a call. */
export type Asked = { session: Session; request: FastifyRequest; reply: FastifyReply }

/** Dependencies of analytics. */
export type AnalyticsContext = {
  db: Db
  /** Whether a query that runs can be broken off. */
  canCancel: boolean
  clock: Clock
  timeZone: string
  /** Names this process in what it keeps: others may have the same show on air. */
  instance: string
  stream: {
    health(): StreamHealth
    /** All who listen, also between shows. */
    status(): { listenerCount: number }
    listenerCount(broadcastId: number): number
  }
  /** These shows as who asks may know them, by id; deleted ones and drafts of others are missing. */
  describe(ids: readonly number[], asked: Asked): Promise<Map<number, Broadcast>>
}
