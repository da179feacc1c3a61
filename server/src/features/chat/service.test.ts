import { MAX_WORDS } from '@carillon/contract/chat/schemas'
import type { Person } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ENGINES, roundsOn } from '../../../tests/support/show.ts'
import { lockShow } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { removeMessages } from './remove-messages.ts'
import { countMessages, listMessages } from './store.ts'
import { createTestChat, type TestChat } from './testing.ts'

const ROUNDS = 20
const PARALLEL = 20

describe.each(ENGINES)('the chat on %s', (engine) => {
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

  const codeOf = (result: PromiseSettledResult<unknown>) =>
    result.status === 'rejected' && result.reason instanceof AppError ? result.reason.code : result.status

  /** Transactions that wait for a lock. */
  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(chat.db)
    return rows[0]?.count ?? 0
  }

  it('[CH4] slow mode lets one of twenty through, however many instances they come to, round after round', {
    timeout: 60_000,
  }, async () => {
    const rounds = roundsOn(engine, ROUNDS)
    const show = await chat.goLiveSlowly(dj, 10)
    const instances = [chat.instance(), chat.instance(), chat.instance()]
    for (let round = 0; round < rounds; round += 1) {
      const results = await Promise.allSettled(
        Array.from({ length: PARALLEL }, (_, at) =>
          instances[at % instances.length]?.service.post(listener, show, { content: `round ${round}` }),
        ),
      )
      const codes = results.map(codeOf)
      expect(codes.filter((code) => code === 'fulfilled')).toHaveLength(1)
      expect(codes.filter((code) => code === 'SLOW_MODE')).toHaveLength(PARALLEL - 1)
      chat.clock.nowMs += 10_000
    }
    expect(await listMessages(chat.db, show, { limit: 100 })).toHaveLength(rounds)
  })

  it('[CH4] a message that was taken back still counts', async () => {
    const show = await chat.goLiveSlowly(dj, 10)
    const { service } = chat.instance()
    const { id } = await service.post(listener, show, { content: 'wait' })
    await service.remove(listener, id)
    await expect(service.post(listener, show, { content: 'what' })).rejects.toMatchObject({
      code: 'SLOW_MODE',
      retryAfterSeconds: 10,
      message: 'Slow mode is on. You can write again in 10 s.',
    })
  })

  it('[CH29] ten are let in, however many come at once and on whatever instance; what was taken back counts', async () => {
    const show = await chat.goLive(dj)
    const instances = [chat.instance(), chat.instance()]
    const first = await instances[0]?.service.post(listener, show, { content: 'oops' })
    await instances[0]?.service.remove(listener, first?.id ?? 0)
    const results = await Promise.allSettled(
      Array.from({ length: PARALLEL }, (_, at) =>
        instances[at % instances.length]?.service.post(listener, show, { content: `${at}` }),
      ),
    )
    const codes = results.map(codeOf)
    expect(codes.filter((code) => code === 'fulfilled')).toHaveLength(9)
    expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(PARALLEL - 9)
  })

  it('[CH29] who was refused is refused again without a transaction, until they have rested', async () => {
    const show = await chat.goLive(dj)
    const { service } = chat.instance()
    const flood = () => service.post(listener, show, { content: 'and again' })
    for (let at = 0; at < 10; at += 1) await flood()
    await expect(flood()).rejects.toMatchObject({ retryAfterSeconds: 10 })
    const transactions = vi.spyOn(chat.db, 'transaction')
    chat.clock.nowMs += 4_000
    await expect(flood()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 6 })
    expect(transactions).not.toHaveBeenCalled()
    chat.clock.nowMs += 6_000
    await expect(flood()).resolves.toMatchObject({ content: 'and again' })
  })

  it('[CH29] who was refused hears that the show is over when it is', async () => {
    const show = await chat.goLive(dj)
    const { service } = chat.instance()
    const flood = () => service.post(listener, show, { content: 'and again' })
    await Promise.allSettled(Array.from({ length: PARALLEL }, flood))
    await chat.end(show)
    await expect(flood()).rejects.toMatchObject({ code: 'NOT_LIVE' })
  })

  it('[CH29] the DJ of the show is not held up', async () => {
    const show = await chat.goLive(dj)
    const { service } = chat.instance()
    for (let at = 0; at < PARALLEL; at += 1) await service.post(dj, show, { content: `${at}` })
    expect(await countMessages(chat.db, show)).toBe(PARALLEL)
  })

  it('[CH3] a message that races the end of its show is before it or refused', {
    timeout: 60_000,
  }, async () => {
    const instances = [chat.instance(), chat.instance(), chat.instance()]
    for (let round = 0; round < roundsOn(engine, 10); round += 1) {
      const show = await chat.goLive(dj)
      const posts = Promise.allSettled(
        Array.from({ length: PARALLEL }, (_, at) =>
          instances[at % instances.length]?.service.post(dj, show, { content: 'last words' }),
        ),
      )
      const storedAtEnd = await chat.end(show)
      const codes = (await posts).map(codeOf)
      const stored = await listMessages(chat.db, show, { limit: 100 })
      expect(stored).toHaveLength(storedAtEnd)
      expect(codes.filter((code) => code === 'fulfilled')).toHaveLength(storedAtEnd)
      expect(codes.filter((code) => code === 'NOT_LIVE')).toHaveLength(PARALLEL - storedAtEnd)
    }
  })

  it('[CH9] each message counts once, also when many come at once and some are removed', async () => {
    const show = await chat.goLive(dj)
    const { service } = chat.instance()
    const posted = await Promise.all(
      Array.from({ length: PARALLEL }, (_, at) => service.post(dj, show, { content: `${at}` })),
    )
    await service.remove(dj, posted[0]?.id ?? 0)
    expect(await chat.interactions(show)).toBe(PARALLEL)
    expect(await listMessages(chat.db, show, { limit: 100 })).toHaveLength(PARALLEL - 1)
  })

  it('[CH631] a message takes one statement, whoever writes it', async () => {
    const show = await chat.goLive(dj)
    const statements = vi.fn()
    const { service } = chat.instance(statements)
    for (const person of [listener, dj]) await service.post(person, show, { content: 'hello' })
    expect(statements).toHaveBeenCalledTimes(2)
  })

  it('[CH861] messages that wait are stored together, published in the order of their ids', async () => {
    const show = await chat.goLive(dj)
    const statements = vi.fn()
    const { service, published } = chat.instance(statements)
    const posted = await Promise.all(
      Array.from({ length: PARALLEL }, (_, at) => service.post(dj, show, { content: `${at}` })),
    )
    expect(statements).toHaveBeenCalledTimes(2)
    const said = published.map(({ body }) => (body as { message?: { id: number; content: string } }).message)
    expect(said.map((message) => message?.content)).toEqual(posted.map(({ content }) => content))
    const ids = said.map((message) => message?.id ?? 0)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
    expect(await chat.interactions(show)).toBe(PARALLEL)
  })

  it('[CH861] each is judged by itself: what one is refused for keeps no other out', async () => {
    const show = await chat.goLiveSlowly(dj, 10)
    const { service } = chat.instance()
    const ben = await chat.person('LISTENER', 'Ben')
    const post = (person: Person, id: number, content: string) => service.post(person, id, { content })
    const results = await Promise.allSettled([
      post(dj, show, 'first, alone'),
      post(listener, show, 'hello'),
      post(listener, show, 'again'),
      post(ben, show, 'cannot be stored: \0'),
      post(ben, show + 1, 'in no show'),
      post(ben, show, 'still here'),
    ])
    expect(results.map(codeOf)).toEqual([
      'fulfilled',
      'fulfilled',
      'SLOW_MODE',
      'rejected',
      'NOT_FOUND',
      'fulfilled',
    ])
    const stored = await listMessages(chat.db, show, { limit: 100 })
    expect(stored.map(({ content }) => content)).toEqual(['first, alone', 'hello', 'still here'])
  })

  it('[CH28] a show has the messages that were not removed, and none of another show', async () => {
    const { service } = chat.instance()
    await service.post(dj, await chat.goLive(dj), { content: 'another show' })
    const show = await chat.goLive(dj)
    expect(await countMessages(chat.db, show)).toBe(0)
    const { id } = await service.post(dj, show, { content: 'oops' })
    await service.post(listener, show, { content: 'hello' })
    await service.remove(dj, id)
    expect(await countMessages(chat.db, show)).toBe(1)
  })

  it('[CH7] one message that many remove at once leaves one line, and is told once', async () => {
    const show = await chat.goLive(dj)
    const { service, published } = chat.instance()
    const { id } = await service.post(listener, show, { content: 'oops' })
    await Promise.all(Array.from({ length: 5 }, () => service.remove(dj, id)))
    const line = 'CHAT_DELETE / A message of Ana Reyes in Harana Hour was removed'
    expect(await chat.activities()).toEqual([`${line} / ${dj.id}`])
    expect(published.map(({ body }) => body.type)).toEqual(['CHAT_MESSAGE', 'MESSAGE_DELETED'])
  })

  it('[CH960] one message that is removed alone and with a ban at once is removed once, and both are done', async () => {
    const show = await chat.goLive(dj)
    const { service } = chat.instance()
    const { id } = await service.post(listener, show, { content: 'spam' })
    const removal = { broadcastId: show, senderId: listener.id, ids: [id] }
    const now = () => new Date(chat.clock.nowMs)
    let alone: Promise<unknown> = Promise.resolve()
    const removed = await chat.db.transaction().execute(async (trx) => {
      await lockShow(trx, show)
      alone = Promise.allSettled([service.remove(dj, id)])
      // The embedded database has a single connection: there it waits for that.
      if (engine === 'postgres') await expect.poll(countWaiting).toBe(1)
      return removeMessages(trx, dj, removal, now)
    })
    expect([removed, await alone]).toEqual([[id], [expect.objectContaining({ status: 'fulfilled' })]])
    expect(await chat.counts()).toEqual([0])
  })

  it('[CH8] what was refused is not told, and what is told is stored', async () => {
    const show = await chat.goLiveSlowly(dj, 10)
    const { service, published } = chat.instance()
    await Promise.allSettled([1, 2, 3].map((at) => service.post(listener, show, { content: `${at}` })))
    const stored = await listMessages(chat.db, show, { limit: 100 })
    expect(published).toEqual([
      {
        destination: `/topic/broadcast/${show}/chat`,
        body: { type: 'CHAT_MESSAGE', message: expect.objectContaining({ id: stored[0]?.id }) },
      },
    ])
  })

  it('[CH20] the same word that many add at once is one entry with one line', async () => {
    const { words } = chat.instance()
    const results = await Promise.all(['Sablay', 'sablay', 'ＳＡＢＬＡＹ'].map((word) => words.add(dj, word)))
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(new Set(results.map(({ word }) => word.id)).size).toBe(1)
    expect(await chat.activities()).toEqual([
      expect.stringMatching(`^PROFANITY_ADD / .* is masked from now on / ${dj.id}$`),
    ])
  })

  it('[CH20] a list holds 10,000 words; what stands already is still answered', async () => {
    const { words } = chat.instance()
    await sql`INSERT INTO profanity_words (word, key, created_at)
      SELECT 'word' || n, 'word' || n, now() FROM generate_series(1, ${MAX_WORDS}) n
      LIMIT ${MAX_WORDS} - (SELECT count(*) FROM profanity_words)`.execute(chat.db)
    await expect(words.add(dj, 'sablay')).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: 'The list is full: it holds 10,000 words.',
    })
    expect(await words.add(dj, 'TANGA')).toMatchObject({ isNew: false, word: { word: 'tanga' } })
  })

  it('[CH21] a word counts here at once, and on another instance after three seconds', async () => {
    const [here, there] = [chat.instance(), chat.instance()]
    expect(await there.words.mask('sablay')).toBe('sablay')
    expect(await here.words.mask('sablay')).toBe('sablay')
    await here.words.add(dj, 'sablay')
    expect(await here.words.mask('sablay')).toBe('******')
    chat.clock.nowMs += 3_000
    expect(await there.words.mask('sablay')).toBe('******')
  })

  it('[CH32] a word taken off is gone here at once, and on another instance after three seconds', async () => {
    const [here, there] = [chat.instance(), chat.instance()]
    const { word } = await here.words.add(dj, 'sablay')
    expect(await there.words.mask('sablay tanga')).toBe('****** *****')
    await here.words.remove(dj, word.id)
    // One more and one less is as many as before.
    await here.words.add(dj, 'palpak')
    expect(await here.words.mask('sablay palpak tanga')).toBe('sablay ****** *****')
    chat.clock.nowMs += 3_000
    expect(await there.words.mask('sablay palpak tanga')).toBe('sablay ****** *****')
  })
})
