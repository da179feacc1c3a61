import { setTimeout as delay } from 'node:timers/promises'
import type { ChatPeer } from './chat-peers.ts'
import type { Readers, ReadersReport } from './readers.ts'
import { stamped } from './stamp.ts'

export const PER_SECOND = 20
const MESSAGE_BYTES = 200
const LATE_LIMIT_MS = 5_000

/** Says twenty messages a second, each at its moment, and waits until all are taken. Gives how many. */
export async function chat(peer: ChatPeer, seconds: number): Promise<number> {
  const total = seconds * PER_SECOND
  const startedAt = performance.now()
  const saying: Promise<void>[] = []
  for (let number = 0; number < total; number += 1) {
    await delay(Math.max(0, startedAt + (number * 1000) / PER_SECOND - performance.now()))
    saying.push(peer.say(stamped(number, MESSAGE_BYTES)))
  }
  await Promise.all(saying)
  return total
}

/** Waits until each of `count` readers has all of these messages, or the late ones have had their time. */
export async function allTaken(readers: Readers, count: number, said: number): Promise<ReadersReport> {
  const numbers = (said * (said - 1)) / 2
  const lateAt = performance.now() + LATE_LIMIT_MS
  let report = await readers.report(said, numbers)
  while (report.whole < count && performance.now() < lateAt) {
    await delay(100)
    report = await readers.report(said, numbers)
  }
  return report
}
