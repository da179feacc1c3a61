import { setTimeout as delay } from 'node:timers/promises'
import { Attack } from './lib/attack.ts'
import type { Fault } from './lib/fault.ts'
import { makeLargeReplies } from './lib/large-replies.ts'
import { FarMachine, lacksFarMachine } from './lib/network.ts'

const READERS = 1_200
const QUICK_READERS = 120
const HELD_MS = 60_000
const QUICK_HELD_MS = 2_000
/** A connection, with the bytes on their way to it. */
const MOST_BYTES_EACH = 100_000
/** Memory that the station itself may need more meanwhile. */
const MOST_OWN_BYTES = 60e6
/** Then a person takes a station for broken. */
const SLOWEST_CALL_MS = 5_000

/** Clients that ask for large replies and do not read them: replies are shared, or produced as they are taken. */
export const slowRead: Fault = {
  name: 'slow-read',
  sentence:
    '1,200 readers, whose machines take 128 KB unread in packets of 1,500 bytes, ask for large replies of every kind (the page’s program, that of the documentation and its document, an image, a list, the calendar) and read none of it, for 60 s.',
  lacks: lacksFarMachine,
  async run({ open, measure, promise, say, atEnd, isQuick }) {
    const [readers, heldMs] = isQuick ? [QUICK_READERS, QUICK_HELD_MS] : [READERS, HELD_MS]
    const rig = await open()
    const paths = await makeLargeReplies(rig)
    const far = new FarMachine()
    atEnd(() => far.remove())
    const place = [far.host, new URL(rig.station.origin).port] as const
    const { calls, residentBytes } = await measure(rig, async () => {
      const attack = new Attack('hold', [...place, 'readers', readers, ...paths], far.launcher)
      const { held } = await attack.next<{ held: number }>()
      say(`${held} wait for replies of ${paths.length} kinds`)
      await delay(heldMs)
      await attack.kill()
    })
    const grownBytes = residentBytes.most - residentBytes.before
    promise(
      grownBytes < MOST_OWN_BYTES + readers * MOST_BYTES_EACH,
      `${readers} readers hold little: ${(grownBytes / 1e6).toFixed(0)} MB`,
    )
    promise(
      calls.failures.length === 0,
      `every call of others succeeds: ${[...new Set(calls.failures)].join(', ')}`,
    )
    promise(calls.slowestMs < SLOWEST_CALL_MS, `others wait no more than ${SLOWEST_CALL_MS / 1000} s`)
    return `${readers} readers of ${paths.length} kinds of replies, ${(grownBytes / 1e6).toFixed(0)} MB more in memory; the slowest call of others ${calls.slowestMs.toFixed(0)} ms`
  },
}
