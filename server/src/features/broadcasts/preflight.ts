import type { TestReport } from '@carillon/contract/broadcasts/schemas'
import type { BroadcastsContext, Check } from './ports.ts'
import { onAirSentence } from './present.ts'
import { databaseNow, listLive } from './store.ts'

/** Drift that the clocks of server and database may have: jobs are claimed by one and timed by the other. */
const MAX_CLOCK_DRIFT_MS = 5_000

/**
 * Checks everything that a broadcast needs, changing nothing. The permission is proven before: who has none gets 403.
 */
export async function preflight(context: BroadcastsContext, broadcastId: number): Promise<TestReport> {
  const own = [
    await timed('mount free', () => mountCheck(context, broadcastId)),
    { name: 'permission', ok: true, ms: 0, message: 'You can go live with this broadcast' },
    await timed('clock', () => clockCheck(context)),
  ]
  // The stream may know that somebody has the air; who it is, is known here.
  const isOwn = ({ name }: Check) => own.some((check) => check.name === name)
  const others = (await context.stream.checks()).filter((check) => !isOwn(check))
  const checks = [...others, ...own]
  return { ok: checks.every(({ ok }) => ok), checks }
}

type Verdict = { ok: boolean; message: string }

async function timed(name: string, check: () => Promise<Verdict>): Promise<Check> {
  const startedAt = performance.now()
  const { ok, message } = await check()
  return { name, ok, ms: Math.round(performance.now() - startedAt), message }
}

async function mountCheck({ db, timeZone }: BroadcastsContext, broadcastId: number): Promise<Verdict> {
  const [live] = await listLive(db)
  if (!live) return { ok: true, message: 'Nothing else is on air' }
  if (live.id === broadcastId) return { ok: true, message: 'This broadcast is on air' }
  return { ok: false, message: onAirSentence(live, timeZone) }
}

async function clockCheck({ db, clock }: BroadcastsContext): Promise<Verdict> {
  const driftMs = Math.abs((await databaseNow(db)).getTime() - clock.now())
  const ok = driftMs <= MAX_CLOCK_DRIFT_MS
  const message = ok ? 'The clocks agree' : `The clocks of server and database are ${driftMs} ms apart`
  return { ok, message }
}
