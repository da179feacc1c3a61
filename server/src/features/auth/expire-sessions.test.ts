import type { Person } from '@carillon/contract/roles'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../db/connect.ts'
import type { Session } from '../../http/session.ts'
import { type ExpiryOptions, type Standing, watchExpiry } from './expire-sessions.ts'
import { openSession } from './sessions.ts'
import { type Db, deleteSessionsOf, findSessions, listStandings } from './store.ts'
import { ENGINES, NOON, newUser, openDatabase } from './testing.ts'
import { hashToken } from './token.ts'

const ana: Person = { id: 7, name: 'Ana', role: 'DJ' }
const sessionOf = (person: Person): Session => ({ id: 1, person })
const asListener: Person = { ...ana, role: 'LISTENER' }

/** A look among several instances, at a DJ who is this now. */
type Look = Partial<Pick<ExpiryOptions, 'sourcePeople' | 'connected' | 'findOnAir'>> & {
  now: Standing | null
  /** Whether their session is open. */
  isOpen?: boolean
}

/** Sessions that one look ends. */
async function endedBy({ now, isOpen = false, ...others }: Look) {
  const ended: Parameters<ExpiryOptions['endSessions']>[] = []
  const asked: Parameters<ExpiryOptions['findStandings']>[0][] = []
  const stop = watchExpiry({
    hasOthers: true,
    sourcePeople: () => [],
    connected: () => [],
    async findStandings(about) {
      asked.push(about)
      const people = new Map<number, Standing>(now ? [[ana.id, now]] : [])
      return { people, openSessions: new Set(isOpen ? [1] : []) }
    },
    closeWithdrawn: async () => undefined,
    findOnAir: async () => [],
    endSessions: (...end) => void ended.push(end),
    onError: (error) => expect.fail(`${error}`),
    ...others,
  })
  await vi.advanceTimersByTimeAsync(5_000)
  stop()
  return { ended, asked }
}

describe('a look among several instances', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('[IN6] a DJ whose role changed while messages were lost is off the air, and may come back in the new one', async () => {
    const { ended } = await endedBy({ sourcePeople: () => [ana], now: { role: 'LISTENER', ban: null } })
    const [end, ...others] = ended
    const [isMeant, reason] = end ?? expect.fail('stays on the air')
    expect(others).toEqual([])
    expect(reason).toBe('Role changed')
    expect(isMeant(sessionOf(ana))).toBe(true)
    expect(isMeant(sessionOf(asListener))).toBe(false)
    expect(isMeant(sessionOf({ ...ana, id: 8 }))).toBe(false)
  })

  it('[IN6] one who is gone then is off the air in any role, and of one who stays the same nothing ends', async () => {
    const sourcePeople = () => [ana]
    const { ended } = await endedBy({ sourcePeople, now: null })
    const [isMeant, reason] = ended[0] ?? expect.fail('stays on the air')
    expect(reason).toBe('Session revoked')
    expect(isMeant(sessionOf(ana))).toBe(true)
    expect(isMeant(sessionOf({ ...ana, id: 8 }))).toBe(false)
    expect((await endedBy({ sourcePeople, now: { role: 'DJ', ban: null } })).ended).toEqual([])
  })

  it('[IN960] the connections of one whose role changed end, and not those made in the new one', async () => {
    const connected = () => [sessionOf(asListener), sessionOf(ana), { id: 2, person: ana }]
    const { ended, asked } = await endedBy({ connected, isOpen: true, now: { role: 'LISTENER', ban: null } })
    expect(asked).toEqual([{ people: [ana.id], sessions: [1, 2] }])
    const [isMeant, reason] = ended[0] ?? expect.fail('stays connected')
    expect(reason).toBe('Role changed')
    expect(connected().map(isMeant)).toEqual([false, true, true])
  })

  it('[IN960] the connections of one who was banned end with the words of the ban, also during their show', async () => {
    const onAir = { connected: () => [sessionOf(ana)], findOnAir: async () => [showOf(ana)] }
    const ban = 'This account is banned. Reason: spam'
    const { ended } = await endedBy({ ...onAir, now: { role: 'DJ', ban } })
    const [isMeant, ...words] = ended[0] ?? expect.fail('stays connected')
    expect(words).toEqual(['Session revoked', ban])
    expect([ended.length, isMeant(sessionOf(ana))]).toEqual([1, true])
  })

  it('[IN960] one whose session merely expired stays until their show is over', async () => {
    const now = { role: 'DJ', ban: null } as const
    const connected = () => [sessionOf(ana)]
    const onAir = await endedBy({ connected, findOnAir: async () => [showOf(ana)], now })
    expect(onAir.ended.map(([isMeant]) => isMeant(sessionOf(ana)))).toEqual([false])
    const after = await endedBy({ connected, now })
    expect(after.ended.map(([isMeant, reason]) => [isMeant(sessionOf(ana)), reason])).toEqual([
      [true, 'Session expired'],
    ])
  })
})

const showOf = ({ id }: Person) => ({ createdById: id, startedById: null })

describe.each(ENGINES)('people and their sessions, on %s', (engine) => {
  let database: Database
  let db: Db

  beforeEach(async () => {
    database = await openDatabase(engine)
    db = database.tables()
  })
  afterEach(() => database.close())

  it('[IN960] are found as they are now in one statement, people also when no session of theirs is open', async () => {
    const now = () => NOON.getTime()
    const people = [await newUser(db, 'DJ'), await newUser(db, 'MODERATOR'), await newUser(db)]
    const tokens = await Promise.all(
      people.map(({ id }) => openSession(db, { now }, { userId: id, remember: false })),
    )
    const [dj, moderator] = people.map(({ id }) => id) as [number, number]
    const sessions = (await findSessions(db, tokens.map(hashToken), NOON)).map((row) => row.session_id)
    await deleteSessionsOf(db, moderator)
    const found = await listStandings(db, { people: [dj, moderator], sessions }, NOON)
    expect(found.map(({ id, role, session_id }) => [id, role, session_id !== null]).sort()).toEqual([
      [dj, 'DJ', true],
      [moderator, 'MODERATOR', false],
    ])
    const after = new Date(NOON.getTime() + 13 * 3_600_000)
    const [expired] = await listStandings(db, { people: [dj], sessions }, after)
    expect(expired?.session_id).toBeNull()
  })
})
