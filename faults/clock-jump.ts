import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFaketime, shiftClock, withMovedClockOfThreads } from '@carillon/testkit/moved-clock'
import type { Member } from '@carillon/testkit/station'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import type { FaultRig } from './lib/fault-rig.ts'

const HOUR_SECONDS = 3_600
/** An hour ahead, an hour back to the truth, another hour back, and an hour ahead to the truth. */
const JUMPS = [HOUR_SECONDS, 0, -HOUR_SECONDS, 0]
const STAY_MS = 10_000
const QUICK_STAY_MS = 1_000
/** Ten messages in ten seconds are a flood: then the station asks for ten seconds of rest. */
const MESSAGES = 10
const REST_LIMIT_MS = 25_000

/** The machine's clock was wrong and is set right, or the other way round. */
export const clockJump: Fault = {
  name: 'clock-jump',
  sentence: 'The clock of the machine jumps by an hour, forward and back, and back and forward.',
  lacks: () => (findFaketime() ? null : 'no libfaketime on this machine'),
  async run({ open, measure, promise, say, atEnd, isQuick }) {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-clock-'))
    atEnd(() => rmSync(folder, { recursive: true }))
    const clock = join(folder, 'clock')
    shiftClock(clock, 0)
    const rig = await open({ environment: withMovedClockOfThreads(clock, 'UTC') })
    const listener = await rig.station.newMember('LISTENER')
    const waitsMs: number[] = []
    const { calls } = await measure(rig, async () => {
      for (const seconds of JUMPS) {
        for (let message = 0; message < MESSAGES; message += 1) await mayChat(rig, listener)
        shiftClock(clock, seconds)
        waitsMs.push(await until(() => mayChat(rig, listener), REST_LIMIT_MS, 'a listener may write again'))
        await listener.api.data('GET', '/api/auth/me')
        say(`at ${seconds} s: may write after ${((waitsMs.at(-1) ?? 0) / 1000).toFixed(0)} s`)
        await delay(isQuick ? QUICK_STAY_MS : STAY_MS)
      }
    })
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    promise(calls.failures.length === 0, `every call succeeds: ${[...new Set(calls.failures)].join(', ')}`)
    promise(rig.source.closeCodes.length === 0 && rig.breaks === 0, 'DJ and listeners stay connected')
    return `on air throughout; a listener who wrote ten messages before it writes again after ${(Math.max(...waitsMs) / 1000).toFixed(0)} s at most`
  },
}

async function mayChat({ broadcastId }: FaultRig, { api }: Member): Promise<boolean> {
  const reply = await api.send('POST', `/api/chats/${broadcastId}`, {
    content: `Words of ${performance.now()}`,
  })
  return reply.status === 201
}
