import { chatEventSchema } from '@carillon/contract/chat/topics'
import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import type { Person } from '@carillon/contract/roles'
import { useEffect, useMemo } from 'react'
import { stationClock } from '../../lib/station-clock.ts'
import { useStore } from '../../lib/store.ts'
import { type FirstAsk, useFirstAsk } from '../../realtime/use-first-ask.ts'
import { useSubscription } from '../../realtime/use-subscription.ts'
import { useCall, useSession } from '../../session/session.ts'
import { type ChatCalls, createChatCalls } from './chat-calls.ts'
import { ChatRoom, type ChatState } from './chat-room.ts'
import { Outbox, outboxOf } from './outbox.ts'
import type { SlowMode } from './slow-mode.ts'
import { usePresence } from './use-presence.ts'

export type ChatOptions = {
  broadcastId: number
  /** Null for a visitor. */
  viewer: Person | null
  /** Whether the viewer may remove what others said; slow mode does not hold for them. */
  canModerate: boolean
  /** As the broadcast says; what the chat hears of it meanwhile counts more. */
  slowMode: SlowMode
}

/** Chat that is followed, and the viewer's commands there; nothing of it changes with a message. */
export type ChatPlace = {
  room: ChatRoom
  calls: ChatCalls
  viewer: Person | null
  canModerate: boolean
}

/** The chat of a broadcast: what is said, kept current, and what the viewer can do. */
export type Chat = ChatState & ChatPlace

/** Follows the chat of a broadcast while the caller is shown. */
export function useChat(options: ChatOptions): Chat {
  return useChatAt(useChatPlace(options))
}

/** Messages of that chat. The component is drawn again at each message. */
export function useChatAt(place: ChatPlace): Chat {
  const state = useStore(place.room.state)
  return useMemo(() => ({ ...state, ...place }), [state, place])
}

/** Follows the chat as well, for a caller who is not drawn again by what is said. */
export function useChatPlace({ broadcastId, viewer, canModerate, slowMode }: ChatOptions): ChatPlace {
  const call = useCall()
  const { refresh } = useSession()
  const viewerId = viewer?.id ?? null
  const topic = destinationFor(DESTINATIONS.chat, broadcastId)
  const firstAsk = useFirstAsk(topic)
  const { room, calls } = useMemo(() => {
    const chatCalls = inTime(createChatCalls(call, broadcastId), firstAsk)
    const outbox = viewerId === null ? new Outbox() : outboxOf(viewerId, broadcastId)
    const options = { calls: chatCalls, viewerId, keepsTraces: canModerate, slowMode: null, outbox }
    const now = () => stationClock.now()
    return { calls: chatCalls, room: new ChatRoom({ ...options, now, onSignedOut: () => void refresh() }) }
  }, [call, broadcastId, viewerId, canModerate, refresh, firstAsk])
  useEffect(() => room.open(), [room])
  const seconds = slowMode?.seconds ?? null
  useEffect(() => room.setSlowMode(seconds === null ? null : { seconds }), [room, seconds])
  useSubscription(topic, {
    onMessage(body) {
      const event = chatEventSchema.safeParse(body)
      if (event.success) room.receive(event.data)
    },
    onGap: () => firstAsk.isWaiting() || room.refresh(),
  })
  usePresence(broadcastId)
  return useMemo(() => ({ room, calls, viewer, canModerate }), [room, calls, viewer, canModerate])
}

/** The newest are asked for once what is said from then on is heard. */
function inTime(calls: ChatCalls, firstAsk: FirstAsk): ChatCalls {
  return {
    ...calls,
    async newest(backToId, signal) {
      await firstAsk.wait(signal)
      return calls.newest(backToId, signal)
    },
  }
}
