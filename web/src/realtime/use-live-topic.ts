import type { QueryKey } from '@tanstack/react-query'
import { useLiveQuery } from '../lib/use-live-query.ts'
import { useConnection } from './use-connection.ts'
import { useFirstAsk } from './use-first-ask.ts'
import { useSubscription } from './use-subscription.ts'

/** Without a connection that tells, it is asked again so often. */
const REFRESH_MS = 15_000

type LiveTopicOptions<Data, LiveEvent> = {
  queryKey: QueryKey
  ask(signal: AbortSignal): Promise<Data>
  /** The data after a piece of news. */
  reduce(data: Data, liveEvent: LiveEvent): Data
  /** Null: nothing is asked and nothing heard. */
  topic: string | null
  schema: { safeParse(body: unknown): { success: true; data: LiveEvent } | { success: false } }
}

/** A query that is made once and kept current by a topic. `take` also applies the station's answers to commands. */
export function useLiveTopic<Data, LiveEvent>(options: LiveTopicOptions<Data, LiveEvent>) {
  const { topic, schema, ...question } = options
  const firstAsk = useFirstAsk(topic)
  const isLive = useConnection().state === 'open'
  const { query, receive, refetchMissed } = useLiveQuery<Data, LiveEvent>({
    ...question,
    ask: async (signal) => {
      await firstAsk.wait(signal)
      return question.ask(signal)
    },
    enabled: topic !== null,
    refetchInterval: isLive ? false : REFRESH_MS,
  })
  useSubscription(topic, {
    onMessage: (body) => {
      const event = schema.safeParse(body)
      if (event.success) receive(event.data)
    },
    onGap: () => firstAsk.isWaiting() || refetchMissed(),
  })
  const isError = query.errorUpdatedAt > query.dataUpdatedAt
  return { data: query.data, isError, retry: refetchMissed, take: receive }
}
