import { endBroadcast } from '@carillon/contract/broadcasts/endpoints'
import { startRadio, startStream, stopRadio, stopStream } from '@carillon/contract/stream/endpoints'
import type { Call } from '../../../api/client.ts'
import { audienceWords } from '../audience-words.ts'
import { type ActWords, endShowWords, type OnAir } from './end-show-words.ts'

export type ControlAct = 'stopStream' | 'startStream' | 'endShow' | 'stopRadio' | 'startRadio'
/** An act that stands on the card; one with a reason cannot be done now. */
export type OfferedAct = { act: ControlAct; reason?: string }
/** Acts open now; one that is not gives the reason. */
export function offeredActs(now: { isOnAir: boolean; feedHeld: boolean; running: boolean }): OfferedAct[] {
  const { isOnAir, feedHeld, running } = now
  const stream: OfferedAct[] = isOnAir
    ? [{ act: feedHeld ? 'startStream' : 'stopStream' }, { act: 'endShow' }]
    : [{ act: 'stopStream', reason: 'Nothing is on air.' }]
  if (!running) return [...stream, { act: 'startRadio' }]
  const stop: OfferedAct = { act: 'stopRadio' }
  return [...stream, isOnAir ? { ...stop, reason: 'End the broadcast first.' } : stop]
}

/** Words of an act. `onAir` is null where nothing is; `listeners` hear what plays between shows then. */
export function wordsOf(act: ControlAct, onAir: OnAir | null, listeners = 0): ActWords {
  return WORDS[act](onAir ?? { ...NOBODY, listenerCount: listeners })
}

/** Does an act; rejects with ApiError. `reason` goes with the end of a show. */
export function doAct(
  act: ControlAct,
  call: Call,
  { onAir, reason, givenUp }: { onAir: OnAir | null; reason: string; givenUp: AbortSignal },
): Promise<unknown> {
  if (act === 'endShow')
    return call(endBroadcast, { params: { id: onAir?.id ?? 0 }, body: { reason }, givenUp })
  return call(CALLS[act], { givenUp })
}

const NOBODY: OnAir = { id: 0, title: 'the broadcast', djName: 'The DJ', listenerCount: 0 }

const CALLS = { stopStream, startStream, stopRadio, startRadio } as const

const WORDS: Record<ControlAct, (onAir: OnAir) => ActWords> = {
  stopStream: ({ title, djName, listenerCount }) => ({
    button: 'Stop stream…',
    sentence: 'Listeners hear silence until you start it again. The DJ stays on air.',
    question: `Stop the stream of “${title}”?`,
    consequences: [
      `${audienceWords(listenerCount)} They hear silence until the stream is started again.`,
      `${djName} stays on air: chat, requests and the recording go on.`,
    ],
    confirm: 'Stop stream',
    done: 'The stream is stopped: listeners hear silence',
    isGrave: true,
  }),
  startStream: ({ title, djName, listenerCount }) => ({
    button: 'Start stream…',
    question: `Start the stream of “${title}”?`,
    consequences: [`${audienceWords(listenerCount)} They hear ${djName} again right away.`],
    confirm: 'Start stream',
    done: 'The stream is running again',
    isGrave: false,
  }),
  endShow: (onAir) => ({
    ...endShowWords(onAir),
    sentence: 'Takes the DJ off the air and closes the chat. This can’t be undone.',
  }),
  stopRadio: ({ listenerCount }) => ({
    button: 'Stop media service…',
    sentence: 'No broadcast can go on air until you start it again.',
    question: 'Stop the media service?',
    consequences: [
      'Nothing can go on air until it is started again. DJs are told that the media server is down.',
      listenerCount > 0
        ? `${audienceWords(listenerCount)} What plays between shows stops for all of them. These pages keep working.`
        : 'Nobody is listening now. These pages keep working.',
    ],
    confirm: 'Stop media service',
    done: 'The media service is stopped: nothing can go on air',
    isGrave: true,
  }),
  startRadio: () => ({
    button: 'Start media service…',
    question: 'Start the media service?',
    consequences: ['DJs can go on air again right away.'],
    confirm: 'Start media service',
    done: 'The media service is running again',
    isGrave: false,
  }),
}
