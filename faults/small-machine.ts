import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE_MS } from '@carillon/contract/durations'
import { ApiFailure } from '@carillon/testkit/api'
import { noisyPngOf, uploadImage } from '@carillon/testkit/image'
import type { Member, Role } from '@carillon/testkit/station'
import { Evening, type Guests } from './lib/evening.ts'
import { type EveningMetrics, metricsOf } from './lib/evening-metrics.ts'
import type { Fault, FaultContext } from './lib/fault.ts'
import type { FaultRig } from './lib/fault-rig.ts'
import { SampleFile } from './lib/sample-file.ts'
import { Samples } from './lib/samples.ts'
import { SmallStation } from './lib/small-station.ts'
import { ACTS } from './lib/stranger-acts.ts'
import { Supervisor } from './lib/supervisor.ts'

const LONG_MINUTES = 60
const QUICK_MINUTES = 0.3
const LISTENERS = 300
const WRITERS = 8
const ACCOUNTS = 30
/** Of noise: 1.9 MB. */
const IMAGE = { width: 900, height: 700 }
const SAMPLE_EVERY_MS = 10_000
const LONGEST_TURN_MS = 30_000
/** Time until everything held is given back: places of connections, and memory. */
const SETTLE_MS = 20_000
/** A station that limits how fast accounts are made lets one in after such a time. */
const TRY_AGAIN_MS = 1_000
const MOST_TRIES = 60
const MOST_LOG_BYTES = 200e6
const MOST_P99_MS = 200
/** Sound that a player has from the station's own burst. */
const MOST_WAIT_MS = 3_000
const MOST_SPREAD = 0.1
/** Of a shorter run it says nothing: what is kept ready is still filling. */
const FLAT_FROM_MINUTES = 20
/** Of the station, its listeners, its DJ and strangers alike: what else runs on this machine is none of them. */
const PRIORITY = -10
const SESSION = '/proc/self/autogroup'
const MEGA = 1e6

/** Everybody there at once, on the smallest machine. */
export const smallMachine: Fault = {
  name: 'small-machine',
  sentence:
    'A station with the demonstration’s data has 1 GB of memory, 300 listeners of whom a fifth come and go, a chat, page loads and ten attacks by turns, for an hour with LONG=1, else for a minute.',
  lacks: () => (process.platform === 'linux' ? null : 'an address for each listener needs Linux'),
  async run(context) {
    const { measure, promise, say, atEnd, isQuick } = context
    const minutes = minutesOf(isQuick)
    atEnd(preferThis())
    const small = new SmallStation()
    atEnd(() => small.remove())
    const firstBytes = await small.startFirst()
    say(`the first start takes ${inMegabytes(firstBytes)} MB; the limit is ${small.limit}`)
    await small.fill()
    const rig = await small.open(context)
    const supervisor = new Supervisor(rig.station)
    atEnd(() => supervisor.stop())
    const guests = await invite(rig, minutes)
    const evening = new Evening(rig, guests, say)
    atEnd(() => evening.end())
    const file = new SampleFile(process.env.FAULT_SAMPLES)
    const samples = new Samples(rig, small.dataFolder, SAMPLE_EVERY_MS, (sample) =>
      file.add(sample, small, evening),
    )
    atEnd(() => samples.stop())
    const { calls } = await measure(rig, async () => {
      await delay(minutes * MINUTE_MS)
      samples.stop()
      await evening.end()
      await delay(SETTLE_MS)
    })
    const metrics = metricsOf(samples.all, evening)
    promise(supervisor.ends === 0, `the process lives on; it ended ${supervisor.ends} times`)
    judge(context, metrics, minutes)
    return [
      `${minutes} min within ${small.limit}`,
      `first start ${inMegabytes(firstBytes)} MB`,
      figureOf(metrics),
      `messages in ${calls.p99Ms.toFixed(0)} ms at p99`,
    ].join('; ')
  },
}

/** Before what else runs on this machine, where that is allowed; what it starts goes with it. Gives what ends it. */
function preferThis(): () => void {
  if (process.getuid?.() !== 0) return () => {}
  prefer(PRIORITY)
  return () => prefer(0)
}

function prefer(priority: number): void {
  setPriority(priority)
  // Where Linux shares time by session first, it is the session that must be preferred.
  if (existsSync(SESSION)) writeFileSync(SESSION, String(priority))
}

function minutesOf(isQuick: boolean): number {
  if (process.env.MINUTES) return Number(process.env.MINUTES)
  if (process.env.LONG) return LONG_MINUTES
  return isQuick ? QUICK_MINUTES : 1
}

async function invite({ station, speaker, broadcastId }: FaultRig, minutes: number): Promise<Guests> {
  const come = (role: Role, count: number) => newMembers(() => station.newMember(role), count)
  const writers = await come('LISTENER', WRITERS)
  const accounts = await come('LISTENER', ACCOUNTS)
  const [dj] = await come('DJ', 1)
  const paths = {
    documentationPath: await findDocumentation(station.origin),
    imagePath: await publishImage(speaker),
  }
  const known = accounts.map(({ id, email, password, api }) => ({
    id,
    email,
    password,
    token: api.token ?? '',
  }))
  const ground = { broadcastId, ...paths, accounts: known, djToken: dj?.api.token ?? '' }
  const turnMs = Math.min(LONGEST_TURN_MS, (minutes * MINUTE_MS) / Object.keys(ACTS).length)
  return { listeners: LISTENERS, writers, ground, turnMs }
}

async function newMembers(come: () => Promise<Member>, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let tries = 0; members.length < count; tries += 1) {
    const member = await come().catch((error: unknown) => {
      if (!(error instanceof ApiFailure) || error.status !== 429 || tries > count + MOST_TRIES) throw error
      return delay(TRY_AGAIN_MS)
    })
    if (member) members.push(member)
  }
  return members
}

/** Gives the path of its program. */
async function findDocumentation(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/api/docs/`)).text()
  const program = /src="(js\/[^"]+)"/.exec(page)?.[1]
  if (!program) throw new Error('The documentation has no program')
  return `/api/docs/${program}`
}

/** Gives its path. */
async function publishImage(author: Member): Promise<string> {
  const imageUrl = await uploadImage(author, noisyPngOf(IMAGE.width, IMAGE.height))
  const words = { title: 'Open house', content: 'Come by.', imageUrl, imageAlt: 'Noise' }
  const { id } = await author.api.data<{ id: number }>('POST', '/api/announcements', words)
  await author.api.data('POST', `/api/announcements/${id}/publish`)
  return imageUrl
}

function judge({ promise }: FaultContext, metrics: EveningMetrics, minutes: number): void {
  const { resident, logBytes, breaks, waitMs, callMs, failures, idleActs } = metrics
  promise(breaks === 0, `everyone who reads stays connected: ${breaks} connections ended`)
  promise(waitMs < MOST_WAIT_MS, `each listener has more sound within ${MOST_WAIT_MS / 1_000} s`)
  promise(failures === '', `every call of others succeeds: ${failures}`)
  promise(callMs.p99 < MOST_P99_MS, `calls of others take under ${MOST_P99_MS} ms at p99`)
  promise(logBytes < MOST_LOG_BYTES, `the log of the database stays under ${inMegabytes(MOST_LOG_BYTES)} MB`)
  promise(idleActs === '', `each attack reaches the station: ${idleActs} did not`)
  if (minutes >= FLAT_FROM_MINUTES)
    promise(resident.spread < MOST_SPREAD, `memory is within ${MOST_SPREAD * 100} % in the later half`)
}

function figureOf({ resident, mostBytes, logBytes, callMs, waitMs, refusals }: EveningMetrics): string {
  const spread = `${(resident.spread * 100).toFixed(0)} %`
  return [
    `resident ${inMegabytes(mostBytes)} MB at most, ${inMegabytes(resident.least)} to ${inMegabytes(resident.most)} MB (${spread}) in the later half`,
    `the log of the database ${inMegabytes(logBytes)} MB at most`,
    `${refusals} calls of attackers refused`,
    `calls of others in ${callMs.p99.toFixed(0)} ms at p99, ${callMs.most.toFixed(0)} ms at most`,
    `the longest wait for sound ${waitMs.toFixed(0)} ms`,
  ].join('; ')
}

const inMegabytes = (bytes: number) => (bytes / MEGA).toFixed(0)
