import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { refuseUntil } from '../../db/timeouts.ts'
import { secondsToRest, secondsToWait } from './slow-mode.ts'
import { storeMessages, type WritingRecord } from './store-messages.ts'
import { createTestChat, type TestChat } from './testing.ts'

/** Either side of each border: of the flood, the slow mode, the timeout, and of a clock that was set back. */
const AGES_MS = [-20_001, -10_001, -10_000, -1, 0, 1, 9_999, 10_000, 10_001]
const TIMEOUTS_MS = [-1, 0, 1, 600_000, 1_200_000, 1_200_001]

describe.each(ENGINES)('messages on %s', (engine) => {
  let chat: TestChat
  let dj: Person
  let listener: Person

  beforeAll(async () => {
    chat = await createTestChat(engine)
    dj = await chat.person('DJ', 'Mikael')
    listener = await chat.person('LISTENER', 'Ana')
  })
  beforeEach(() => chat.empty())
  afterAll(() => chat.close())

  /** Stores one message and takes it back; gives whether it was stored, and by which record. */
  async function tryOne(show: number): Promise<{ isStored: boolean; record: WritingRecord }> {
    const said = [{ person: listener, showId: show, content: 'hello', original: null }]
    const [kept] = await storeMessages(chat.db, show, said, new Date(chat.clock.nowMs))
    if (!kept) throw new Error('there is no such show')
    await sql`DELETE FROM chat_messages WHERE id = ${kept.id}`.execute(chat.db)
    return { isStored: kept.outcome === 'STORED', record: kept }
  }

  function isAllowed({ timeoutUntil, last, tenthLast, slowMode, slowModeSeconds }: WritingRecord): boolean {
    const { nowMs } = chat.clock
    try {
      refuseUntil(timeoutUntil, nowMs)
    } catch {
      return false
    }
    const wait = secondsToWait({ isSlow: slowMode, seconds: slowModeSeconds, last }, nowMs)
    return wait === 0 && secondsToRest(tenthLast, nowMs) === 0
  }

  it('[CH862] the database rejects what the rules do, at each border', async () => {
    for (const [slowSeconds, count, isRejectedSometimes] of [
      [0, 1, false],
      [10, 1, true],
      [0, 10, true],
    ] as const) {
      const show = await chat.goLiveSlowly(dj, slowSeconds)
      const outcomes = new Set<boolean>()
      for (const ageMs of AGES_MS) {
        await sql`DELETE FROM chat_messages`.execute(chat.db)
        await sql`INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at)
          SELECT ${show}, ${listener.id}, 'before', ${new Date(chat.clock.nowMs - ageMs)}
          FROM generate_series(1, ${count})`.execute(chat.db)
        const { isStored, record } = await tryOne(show)
        expect({ slowSeconds, count, ageMs, isStored }).toMatchObject({ isStored: isAllowed(record) })
        outcomes.add(isStored)
      }
      expect(outcomes.has(false)).toBe(isRejectedSometimes)
    }
  })

  it('[CH862] and for a timeout', async () => {
    const show = await chat.goLive(dj)
    for (const leftMs of TIMEOUTS_MS) {
      await sql`DELETE FROM chat_timeouts`.execute(chat.db)
      await sql`INSERT INTO chat_timeouts (user_id, given_at, until)
        VALUES (${listener.id}, now(), ${new Date(chat.clock.nowMs + leftMs)})`.execute(chat.db)
      const { isStored, record } = await tryOne(show)
      expect({ leftMs, isStored }).toEqual({ leftMs, isStored: leftMs <= 0 || leftMs > 1_200_000 })
      expect(isAllowed(record)).toBe(isStored)
    }
  })
})
