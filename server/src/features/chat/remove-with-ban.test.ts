import { HOUR_MS } from '@carillon/contract/durations'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { latestOf } from './store.ts'
import { createTestChat, type TestChat } from './testing.ts'

/** Messages of others, and what the person wrote long ago. */
const OF_OTHERS = 5_000
const OLD = 1_000

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

describe.each(ENGINES)('messages that go with a ban, on %s', (engine) => {
  let chat: TestChat
  let troll: Person

  beforeAll(async () => {
    chat = await createTestChat(engine)
    const dj = await chat.person('DJ')
    troll = await chat.person()
    const show = await chat.goLive(dj)
    const insert = (sender: Person, count: number, hoursAgo: number) =>
      sql`
      INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at)
      SELECT ${show}::int, ${sender.id}::int, 'hello', ${new Date(chat.clock.nowMs - hoursAgo * HOUR_MS)}::timestamptz
      FROM generate_series(1, ${count}::int)`.execute(chat.db)
    await insert(troll, OLD, 24 * 30)
    await insert(troll, 3, 1)
    await insert(await chat.person(), OF_OTHERS, 1)
    await sql`ANALYZE chat_messages`.execute(chat.db)
  }, 60_000)
  afterAll(() => chat.close())

  it('[CH621] are found by who wrote them and when, and nothing else is read', async () => {
    const recent = { since: new Date(chat.clock.nowMs - 24 * HOUR_MS), limit: 1_000 }
    const query = latestOf(chat.db, troll.id, recent).compile()
    const { rows } = await chat.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      ...query,
      sql: `EXPLAIN (ANALYZE, FORMAT JSON) ${query.sql}`,
    })
    const nodes = rows[0] ? nodesOf(rows[0]['QUERY PLAN'][0].Plan) : []
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    expect(nodes.flatMap((node) => node['Index Name'] ?? [])).toEqual(['chat_messages_by_sender'])
    expect(nodes.map((node) => node['Rows Removed by Filter'] ?? 0).every((count) => count === 0)).toBe(true)
  })
})

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}
