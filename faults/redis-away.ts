import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from './lib/fault.ts'
import { Seat } from './lib/seat.ts'
import { lacksAcross } from './lib/two-instances.ts'
import { until } from './lib/until.ts'

const AWAY_MS = 20_000
const QUICK_AWAY_MS = 3_000
const SAY_EVERY_MS = 1_000
const HEARD_WITHIN_MS = 5_000
const BACK_WITHIN_MS = 30_000

/** What carries words from one instance to the other is gone; each goes on for those it has. */
export const redisAway: Fault = {
  name: 'redis-away',
  sentence: `Redis is away for ${AWAY_MS / 1000} s, on air across two instances.`,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, atEnd, isQuick }) {
    const scene = await openAcross()
    const { station: campus, broadcastId } = scene
    const seats: Seat[] = []
    for (const instance of campus.instances) {
      const seat = await Seat.take(instance, await campus.newMember('MODERATOR'), broadcastId)
      atEnd(() => seat.leave())
      seats.push(seat)
    }
    const heardMs: number[] = []
    let backMs = 0
    const { calls } = await measure(scene, async () => {
      await campus.parts.redis.stop()
      const backAt = performance.now() + (isQuick ? QUICK_AWAY_MS : AWAY_MS)
      for (let number = 1; performance.now() < backAt; number += 1) {
        for (const seat of seats)
          heardMs.push(await sayTo(seat, seat, `Alone ${number} ${seats.indexOf(seat)}`))
        await delay(SAY_EVERY_MS)
      }
      await campus.parts.redis.start()
      backMs = await meetAgain(seats)
    })
    promise(calls.failures.length === 0, `every call succeeds: ${[...new Set(calls.failures)].join(', ')}`)
    promise(
      seats.every(({ breaks }) => breaks === 0),
      'nobody in the chat is disconnected',
    )
    promise(scene.source.closeCodes.length === 0 && scene.breaks === 0, 'DJ and listeners stay connected')
    promise(await scene.isOnAir(), 'the same broadcast is on air')
    return `${heardMs.length} messages heard within their instance, after ${Math.max(...heardMs).toFixed(0)} ms at most; from one to the other again ${(backMs / 1000).toFixed(1)} s after it`
  },
}

/** Gives how long it takes until the other has heard it, in milliseconds. */
async function sayTo(speaker: Seat, hearer: Seat, content: string): Promise<number> {
  const saidAt = performance.now()
  await speaker.say(content)
  await until(() => hearer.hasHeard(content), HEARD_WITHIN_MS, `"${content}" is heard`)
  return performance.now() - saidAt
}

/** Both say something until each has heard a word of the other; gives after how long. */
async function meetAgain(seats: readonly Seat[]): Promise<number> {
  let number = 0
  const said = seats.map((): string[] => [])
  return until(
    async () => {
      number += 1
      for (const [at, seat] of seats.entries()) {
        const words = `Together ${number} ${at}`
        await seat.say(words)
        said[at]?.push(words)
      }
      await delay(SAY_EVERY_MS / 4)
      return seats.every((seat, at) =>
        said.every((words, by) => by === at || words.some((each) => seat.hasHeard(each))),
      )
    },
    BACK_WITHIN_MS,
    'words go from one instance to the other',
  )
}
