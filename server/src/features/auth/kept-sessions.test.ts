import { beforeEach, expect, it } from 'vitest'
import { TableChanges } from '../../db/table-changes.ts'
import { KeptSessions, MAX_KEPT_SESSIONS } from './kept-sessions.ts'

const KEPT_MS = 60_000
const HOUR_MS = 3_600_000
const clock = { ms: 0, now: () => clock.ms }
let changes: TableChanges
let looked: string[]
let during = () => {}

beforeEach(() => {
  clock.ms = Date.UTC(2026, 10, 20, 4)
  changes = new TableChanges()
  looked = []
  during = () => {}
})

/** Sessions of everybody whose token does not say that there is none. */
function open(keptMs = KEPT_MS) {
  return new KeptSessions({
    changes,
    clock,
    keptMs,
    async lookUpAll(tokens) {
      looked.push(...tokens)
      changes.read(['sessions', 'users'])
      during()
      return tokens.map((token, id) =>
        token === 'none' ? null : { session: sessionOf(id), endsMs: clock.ms + HOUR_MS },
      )
    },
  })
}

const sessionOf = (id: number) => ({ id, person: { id, name: 'Ana', role: 'LISTENER' as const } })

it('[AU862] a session is looked up once, each by its own token, and one that does not count each time', async () => {
  const kept = open()
  expect(kept.find('ben')).toBeUndefined()
  expect(await kept.lookUpAll(['ana', 'none', 'ben'])).toEqual([sessionOf(0), null, sessionOf(2)])
  expect([kept.find('ana'), kept.find('ben')]).toEqual([sessionOf(0), sessionOf(2)])
  expect([kept.find('none'), kept.find('an'), kept.find('anaa')]).toEqual([undefined, undefined, undefined])
})

it('[AU862] any change of an account or a session ends it, and no other change does', async () => {
  const kept = open()
  await kept.lookUpAll(['ana'])
  changes.changed(['chat_messages', 'broadcasts'])
  expect(kept.find('ana')).toEqual(sessionOf(0))
  for (const table of ['users', 'sessions']) {
    await kept.lookUpAll(['ana'])
    changes.changed([table])
    expect(kept.find('ana')).toBeUndefined()
  }
})

it('[AU862] a change while it is looked up ends it too', async () => {
  const kept = open()
  during = () => changes.changed(['users'])
  await kept.lookUpAll(['ana'])
  expect(kept.find('ana')).toBeUndefined()
})

it.each([
  ['it ends', HOUR_MS, 10 * HOUR_MS],
  ['it is old', KEPT_MS, KEPT_MS],
  ['the clock was set back', -KEPT_MS, KEPT_MS],
])('[AU862] it is looked up again when %s', async (_, passedMs, keptMs) => {
  const kept = open(keptMs)
  await kept.lookUpAll(['ana'])
  clock.ms += passedMs - Math.sign(passedMs)
  expect(kept.find('ana')).toEqual(sessionOf(0))
  clock.ms += Math.sign(passedMs)
  expect(kept.find('ana')).toBeUndefined()
})

it('[AU862] several instances keep none, and nobody keeps more than there is room for', async () => {
  const none = open(0)
  await none.lookUpAll(['ana'])
  expect(none.find('ana')).toBeUndefined()
  const kept = open()
  const tokens = Array.from({ length: MAX_KEPT_SESSIONS + 1 }, (_, at) => `token ${at}`)
  await kept.lookUpAll(tokens)
  expect([kept.find('token 0'), kept.find('token 1')]).toEqual([undefined, sessionOf(1)])
})
