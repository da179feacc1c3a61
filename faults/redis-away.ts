import { setTimeout as delay } from 'node:timers/promises'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import { ChatParticipant } from './lib/chat-participant.ts'
import type { Fault } from './lib/fault.ts'

const AWAY_MS = 20_000
const QUICK_AWAY_MS = 3_000
const SAY_EVERY_MS = 1_000
const RECEIVED_WITHIN_MS = 5_000
const BACK_WITHIN_MS = 30_000

/** Fault of the bus between instances: each goes on for those it has. */
export const redisAway: Fault = {
  name: 'redis-away',
  sentence: `Redis is away for ${AWAY_MS / 1000} s, on air across two instances.`,
  lacks: lacksAcross,
  async run({ openAcross, measure, promise, atEnd, isQuick }) {
    const rig = await openAcross()
    const { station: campus, broadcastId } = rig
    const participants: ChatParticipant[] = []
    for (const instance of campus.instances) {
      const participant = await ChatParticipant.take(
        instance,
        await campus.newMember('MODERATOR'),
        broadcastId,
      )
      atEnd(() => participant.leave())
      participants.push(participant)
    }
    const deliveryMs: number[] = []
    let backMs = 0
    const { calls } = await measure(rig, async () => {
      await campus.parts.redis.stop()
      const backAt = performance.now() + (isQuick ? QUICK_AWAY_MS : AWAY_MS)
      for (let number = 1; performance.now() < backAt; number += 1) {
        for (const participant of participants)
          deliveryMs.push(
            await sayTo(participant, participant, `Alone ${number} ${participants.indexOf(participant)}`),
          )
        await delay(SAY_EVERY_MS)
      }
      await campus.parts.redis.start()
      backMs = await meetAgain(participants)
    })
    promise(calls.failures.length === 0, `every call succeeds: ${[...new Set(calls.failures)].join(', ')}`)
    promise(
      participants.every(({ breaks }) => breaks === 0),
      'nobody in the chat is disconnected',
    )
    promise(rig.source.closeCodes.length === 0 && rig.breaks === 0, 'DJ and listeners stay connected')
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return `${deliveryMs.length} messages heard within their instance, after ${Math.max(...deliveryMs).toFixed(0)} ms at most; from one to the other again ${(backMs / 1000).toFixed(1)} s after it`
  },
}

/** Gives how long it takes until the other has heard it, in milliseconds. */
async function sayTo(speaker: ChatParticipant, hearer: ChatParticipant, content: string): Promise<number> {
  const saidAt = performance.now()
  await speaker.say(content)
  await until(() => hearer.hasReceived(content), RECEIVED_WITHIN_MS, `"${content}" is heard`)
  return performance.now() - saidAt
}

/** Both say something until each has heard a word of the other; gives after how long. */
async function meetAgain(participants: readonly ChatParticipant[]): Promise<number> {
  let number = 0
  const said = participants.map((): string[] => [])
  return until(
    async () => {
      number += 1
      for (const [at, participant] of participants.entries()) {
        const words = `Together ${number} ${at}`
        await participant.say(words)
        said[at]?.push(words)
      }
      await delay(SAY_EVERY_MS / 4)
      return participants.every((participant, at) =>
        said.every((words, by) => by === at || words.some((each) => participant.hasReceived(each))),
      )
    },
    BACK_WITHIN_MS,
    'words go from one instance to the other',
  )
}
