import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseCsv } from '../../../tests/support/csv.ts'
import { ENGINES } from '../../../tests/support/show.ts'
import { findShow } from '../../db/shows.ts'
import { exportChat, PAGE_SIZE } from './export.ts'
import { createTestChat, type TestChat } from './testing.ts'

const COUNT = 1_600
const FIRST_PAGE = PAGE_SIZE

describe.each(ENGINES)('the exported file on %s', (engine) => {
  let chat: TestChat
  let dj: Person
  let moderator: Person

  beforeAll(async () => {
    chat = await createTestChat(engine)
    dj = await chat.person('DJ', 'Mikael')
    moderator = await chat.person('MODERATOR', 'Paolo')
  })
  beforeEach(() => chat.empty())
  afterAll(() => chat.close())

  async function startExport(id: number, reader: Person) {
    const show = await findShow(chat.db, id)
    if (!show) throw new Error('no show')
    return exportChat({ db: chat.db, timeZone: 'Asia/Manila' }, show, reader)
  }

  async function newLongShow(): Promise<number> {
    const id = await chat.goLive(dj)
    await sql`INSERT INTO chat_messages (broadcast_id, sender_id, content, created_at)
      SELECT ${id}, ${dj.id}, 'message ' || n, now() FROM generate_series(1, ${COUNT}) n`.execute(chat.db)
    return id
  }

  it('[CH26] is read a page at a time, as it is taken, and holds nothing in between', async () => {
    const id = await newLongShow()
    const { lines } = await startExport(id, moderator)
    const pages = lines()
    const parts = [(await pages.next()).value, (await pages.next()).value]
    // A held transaction would be in the way here, and pages read in advance would not know of it.
    await sql`UPDATE chat_messages SET deleted_at = now(), deleted_by = ${moderator.id}`.execute(chat.db)
    for await (const part of pages) parts.push(part)
    const [, ...rows] = parseCsv(parts.join(''))
    expect(rows).toHaveLength(COUNT)
    expect(rows.map((cells) => cells.at(-1)).indexOf('Paolo Reyes')).toBe(FIRST_PAGE)
    expect(rows.map((cells) => cells[5])).toEqual(
      Array.from({ length: COUNT }, (_, at) => `message ${at + 1}`),
    )
  })

  it('[CH22] ends with what had been said when it was asked for', async () => {
    const id = await newLongShow()
    const { lines } = await startExport(id, dj)
    await chat.instance().service.post(dj, id, { content: 'too late' })
    const parts: string[] = []
    for await (const part of lines()) parts.push(part)
    expect(parseCsv(parts.join(''))).toHaveLength(COUNT + 1)
  })

  it('[CH22] of a show in which nothing was said has its heads', async () => {
    const { lines } = await startExport(await chat.goLive(dj), dj)
    const parts: string[] = []
    for await (const part of lines()) parts.push(part)
    expect(parseCsv(parts.join(''))).toHaveLength(1)
  })
})
