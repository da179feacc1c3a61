import type { Person } from '@carillon/contract/roles'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES } from '../../../tests/support/show.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createTestChat, type TestChat } from './testing.ts'

const PARALLEL = 20

describe.each(ENGINES)('timeouts on %s', (engine) => {
  let chat: TestChat
  let dj: Person
  let ana: Person
  let show: number

  beforeAll(async () => {
    chat = await createTestChat(engine)
    dj = await chat.person('DJ', 'Mikael')
    ana = await chat.person('LISTENER', 'Ana')
  })
  beforeEach(async () => {
    await chat.empty()
    show = await chat.goLive(dj)
  })
  afterAll(() => chat.close())

  it('[CH401] one that was given by one instance holds on all', async () => {
    const [here, there] = [chat.instance(), chat.instance()]
    await here.timeouts.give(dj, ana, show)
    for (const { service } of [here, there])
      await expect(service.post(ana, show, { content: 'hello' })).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await there.timeouts.lift(dj, ana, show)
    await expect(here.service.post(ana, show, { content: 'hello' })).resolves.toMatchObject({
      content: 'hello',
    })
  })

  it('[CH401] one that lies further ahead than it lasts is from before the clock was set back', async () => {
    const { service, timeouts } = chat.instance()
    await timeouts.give(dj, ana, show)
    chat.clock.nowMs -= 60 * 60_000
    await expect(service.post(ana, show, { content: 'hello' })).resolves.toMatchObject({ content: 'hello' })
    chat.clock.nowMs += 60 * 60_000
    await timeouts.lift(dj, ana, show)
  })

  it('[CH405] what races a timeout is said before it, or refused by it', async () => {
    const instances = [chat.instance(), chat.instance()]
    const posts = Array.from({ length: PARALLEL }, async (_, at) => {
      const person = await chat.person('LISTENER', `Person ${at}`)
      const outcome = instances[at % 2]?.service.post(person, show, { content: `${at}` })
      const until = instances[(at + 1) % 2]?.timeouts.give(dj, person, show)
      const [said] = await Promise.allSettled([outcome, until])
      if (said.status === 'rejected')
        expect(said.reason instanceof AppError && said.reason.code).toBe('TIMED_OUT')
      await expect(instances[0]?.service.post(person, show, { content: 'again' })).rejects.toMatchObject({
        code: 'TIMED_OUT',
      })
    })
    await Promise.all(posts)
  })

  it('[CH403] what is over is forgotten', async () => {
    const { timeouts } = chat.instance()
    await timeouts.give(dj, ana, show)
    await timeouts.forgetExpired()
    expect(await timeouts.find(ana.id)).not.toBeNull()
    chat.clock.nowMs += 10 * 60_000
    await timeouts.forgetExpired()
    expect(await chat.db.selectFrom('chat_timeouts').selectAll().execute()).toEqual([])
  })

  it('[AU401] a ban takes the newest messages of a day away, in every show, once', async () => {
    const { service, published } = chat.instance()
    await service.post(ana, show, { content: 'two days ago' })
    chat.clock.nowMs += 25 * 60 * 60_000
    const kept = await service.post(dj, show, { content: 'of somebody else' })
    for (const content of ['one', 'two']) await service.post(ana, show, { content })
    const next = await chat.goLive(dj)
    await service.post(ana, next, { content: 'three' })
    published.length = 0
    await service.removeLatestOf(dj, ana.id)
    await service.removeLatestOf(dj, ana.id)
    const { rows } = await chat.remaining()
    expect(rows).toEqual(['two days ago', kept.content])
    expect(published.map(({ destination, body }) => `${body.type} ${destination}`).sort()).toEqual(
      [
        `MESSAGE_DELETED /topic/broadcast/${show}/chat`,
        `MESSAGE_DELETED /topic/broadcast/${show}/chat`,
        `MESSAGE_DELETED /topic/broadcast/${next}/chat`,
      ].sort(),
    )
    expect(await chat.counts()).toEqual([2, 0])
    const lines = await chat.activities()
    expect(lines.sort()).toEqual(
      [
        `CHAT_DELETE / 1 message of Ana Reyes in Harana Hour removed with a ban / ${dj.id}`,
        `CHAT_DELETE / 2 messages of Ana Reyes in Harana Hour removed with a ban / ${dj.id}`,
      ].sort(),
    )
  })
})
