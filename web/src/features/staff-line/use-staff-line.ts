import { DESTINATIONS, destinationFor } from '@carillon/contract/destination'
import { listStaffMessages, postStaffMessage } from '@carillon/contract/staff-line/endpoints'
import { MAX_STAFF_HISTORY_SIZE, type StaffMessage } from '@carillon/contract/staff-line/schemas'
import { type StaffLineEvent, staffLineEventSchema } from '@carillon/contract/staff-line/topics'
import { useEffect, useRef } from 'react'
import { announce } from '../../lib/announce.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { useLiveTopic } from '../../realtime/use-live-topic.ts'
import { useCall } from '../../session/session.ts'
import { lineOwner } from './line-draft.ts'

/** The newest message that each viewer saw of each broadcast; above the pages, so that a look elsewhere forgets nothing. */
const seenIds = createStore<Readonly<Record<string, number>>>({})

export type StaffLine = ReturnType<typeof useStaffLine>

/** Line between the DJ of a broadcast and staff, kept current. Anyone else is refused. */
export function useStaffLine(broadcastId: number, viewerId: number) {
  const call = useCall()
  const params = { id: broadcastId }
  const { data, take, isError, retry } = useLiveTopic<StaffMessage[], StaffLineEvent>({
    queryKey: ['staff-line', broadcastId],
    ask: (signal) => call(listStaffMessages, { params, query: { limit: MAX_STAFF_HISTORY_SIZE }, signal }),
    reduce: (messages, { message }) =>
      messages.some(({ id }) => id === message.id) ? messages : [...messages, message],
    topic: destinationFor(DESTINATIONS.staffLine, broadcastId),
    schema: staffLineEventSchema,
  })
  const owner = lineOwner(broadcastId, viewerId)
  const seenId = useStore(seenIds)[owner] ?? 0
  const isOthers = ({ sender }: StaffMessage) => sender.id !== viewerId
  useWords(data, isOthers)
  return {
    messages: data,
    isError,
    retry,
    unread: (data ?? []).filter((message) => isOthers(message) && message.id > seenId).length,
    /** Marks all messages that are there as seen. */
    see(): void {
      const newest = data?.at(-1)?.id ?? 0
      if (newest > seenId) seenIds.set({ ...seenIds.get(), [owner]: newest })
    },
    /** `alsoTo` is the other show of a hand-over, whose DJ reads it too. Rejects with ApiError. */
    async send(content: string, alsoTo: number | undefined): Promise<void> {
      const message = await call(postStaffMessage, { params, body: { content, alsoTo } })
      take({ type: 'STAFF_MESSAGE', message })
    },
  }
}

/** Reads to screen readers what comes while the page is open. */
function useWords(
  messages: readonly StaffMessage[] | undefined,
  isMeant: (message: StaffMessage) => boolean,
): void {
  const lastId = useRef<number | null>(null)
  useEffect(() => {
    const newest = messages?.at(-1)
    if (newest && lastId.current !== null && newest.id > lastId.current && isMeant(newest))
      announce(`${newest.sender.name}: ${newest.content}`)
    if (messages) lastId.current = newest?.id ?? 0
  })
}
