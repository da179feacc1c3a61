import type { QueryKey } from '@tanstack/react-query'
import { useToldQuery } from '../lib/use-told-query.ts'
import { useConnection } from './use-connection.ts'
import { useSubscription } from './use-subscription.ts'

/** Without a connection that tells, it is asked again so often. */
const REFRESH_MS = 15_000

type ToldTopicOptions<Data, News> = {
  queryKey: QueryKey
  ask(signal: AbortSignal): Promise<Data>
  /** The data after a piece of news. */
  fold(data: Data, news: News): Data
  /** Null: nothing is asked and nothing heard. */
  topic: string | null
  schema: { safeParse(body: unknown): { success: true; data: News } | { success: false } }
}

/** What is asked for once and kept true by a topic. `take` also folds in what the station answered to an order. */
export function useToldTopic<Data, News>(options: ToldTopicOptions<Data, News>) {
  const { topic, schema, ...question } = options
  const isTold = useConnection().state === 'open'
  const { query, hear, missed } = useToldQuery<Data, News>({
    ...question,
    enabled: topic !== null,
    refetchInterval: isTold ? false : REFRESH_MS,
  })
  useSubscription(topic, {
    onMessage: (body) => {
      const event = schema.safeParse(body)
      if (event.success) hear(event.data)
    },
    onGap: missed,
  })
  const isError = query.errorUpdatedAt > query.dataUpdatedAt
  return { data: query.data, isError, retry: missed, take: hear }
}
