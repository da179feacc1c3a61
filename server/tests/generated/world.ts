import { randomUUID } from 'node:crypto'
import { me } from '@carillon/contract/auth/endpoints'
import { changeRole, createUser, unbanUser } from '@carillon/contract/auth/people-endpoints'
import {
  createBroadcast,
  endBroadcast,
  liveBroadcasts,
  startBroadcast,
  startTest,
} from '@carillon/contract/broadcasts/endpoints'
import { ROLES, type Role } from '@carillon/contract/roles'
import { startRadio } from '@carillon/contract/stream/endpoints'
import { type Member, PASSWORD, signIn, startStation, type TestStation } from '../support/station.ts'

/** 20 November 2026, noon in Manila. */
const BEGIN_MS = Date.parse('2026-11-20T04:00:00Z')
/** A show of the test stays on air without a DJ for as long as the test asks. */
const GRACE_SECONDS = 86_400

/** The session that a station of a test begins with lasts for twelve hours. */
const SIGN_IN_EVERY_MS = 6 * 3_600_000
const METRICS_TOKEN = 'watching'.repeat(4)

/** A station in which there is one of everything, and which recovers from what is done to it. */
export type World = Awaited<ReturnType<typeof createWorld>>

/** Starts a station with a person of each role. The caller closes it. */
// Long: its members share the station, the people and the clock, and each is a few lines.
export async function createWorld() {
  let nowMs = BEGIN_MS
  let signedInMs = nowMs
  const clock = { now: () => nowMs }
  // Anyone who asks says from which address: a campus may guess more passwords than one person.
  const station = await startStation({
    clock,
    trustProxy: true,
    sourceGraceSeconds: GRACE_SECONDS,
    metricsToken: METRICS_TOKEN,
    // Where ffmpeg is, so that /live.mp3 sounds.
    searchPath: process.env.PATH ?? '',
  })
  /** Of the test itself; what the generator says as an administrator, another one says. */
  const root = { member: station.admin }
  const people = new Map<Role, Member>()
  for (const role of ROLES) people.set(role, await newMember(station, root.member, role))
  /** Which may be in test: no list tells. */
  const tested = new Set<number>()
  const person = (role: Role) => people.get(role) ?? root.member

  async function isWell(member: Member): Promise<boolean> {
    const { status, data } = await station.call(me, { as: member })
    return status === 200 && data?.role === member.role
  }

  /** Anyone who has been banned, signed out or given another role is again who they were. */
  async function rescue(member: Member, by: Member): Promise<Member> {
    const { id, role, email, password } = member
    await station.call(unbanUser, { as: by, params: { id } })
    await station.call(changeRole, { as: by, params: { id }, query: { newRole: role } })
    return signIn(station, email, password, { remember: true })
  }

  const world = {
    station,
    clock,
    person,
    get root() {
      return root.member
    },
    /** Lets time pass: pauses end, what was asked too often may be asked again. */
    pass(seconds: number): void {
      nowMs += seconds * 1_000
    },
    /** Whether sessions are about to end by themselves: healing makes new ones. */
    get isOld(): boolean {
      return nowMs - signedInMs > SIGN_IN_EVERY_MS
    },
    newcomer: (role: Role = 'LISTENER') => newMember(station, root.member, role),
    /** A broadcast of the DJ in this state. */
    async broadcast(state: 'SCHEDULED' | 'TESTING' | 'LIVE' | 'ENDED'): Promise<number> {
      const as = person('DJ')
      const made = await station.call(createBroadcast, { as, body: { title: 'Harana Hour' } })
      const params = { id: made.data.id }
      if (state === 'TESTING' || state === 'SCHEDULED') tested.add(params.id)
      if (state === 'TESTING') await station.call(startTest, { as, params })
      if (state === 'LIVE' || state === 'ENDED') {
        await world.offAir()
        await station.call(startBroadcast, { as, params })
      }
      if (state === 'ENDED') await station.call(endBroadcast, { as, params })
      return params.id
    },
    /** The show that is on air, of the DJ; it begins when nothing is. */
    async live(): Promise<number> {
      const { data } = await station.call(liveBroadcasts, {})
      const [live] = data
      return live && live.createdBy.id === person('DJ').id ? live.id : world.broadcast('LIVE')
    },
    /** Ends what is on air, and what is tested. */
    async offAir(): Promise<void> {
      const { data } = await station.call(liveBroadcasts, {})
      for (const id of [...data.map((live) => live.id), ...tested])
        await station.call(endBroadcast, { as: root.member, params: { id } })
      tested.clear()
    },
    /** After a call that may have hurt somebody: everybody is who they were, and the station sends. */
    async heal(): Promise<void> {
      const needs = async (member: Member) => world.isOld || !(await isWell(member))
      const hurt = await Promise.all([root.member, ...people.values()].map(needs))
      if (hurt[0]) root.member = await rescue(root.member, person('ADMIN'))
      for (const [at, [role, member]] of [...people].entries())
        if (hurt[at + 1]) people.set(role, await rescue(member, root.member))
      if (hurt.every(Boolean)) signedInMs = nowMs
      await station.call(startRadio, { as: root.member })
    },
    close: () => station.close(),
  }
  return world
}

async function newMember(station: TestStation, as: Member, role: Role): Promise<Member> {
  const email = `${randomUUID()}@station.test`
  const body = { firstname: 'Ana', lastname: 'Reyes', email, password: PASSWORD, role }
  const created = await station.call(createUser, { as, body })
  if (created.status !== 201) throw new Error(`${created.status} ${created.error.code}`)
  return signIn(station, email, PASSWORD, { remember: true })
}
