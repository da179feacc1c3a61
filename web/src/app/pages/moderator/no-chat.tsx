import { Skeleton } from '../../../ui/skeleton.tsx'

const WORDS = {
  none: {
    title: 'No chat yet',
    words: 'There has been no show in the last 30 days. The chat opens when one is on air.',
  },
  failed: { title: "Couldn't load the chat", words: 'Still trying…' },
} as const

/**
 * Placeholder of the chat: while nobody knows of a show, where there has been none, and where the station is silent.
 */
export function NoChat({ state }: { state: 'loading' | keyof typeof WORDS }) {
  return (
    <section
      aria-label="Chat"
      className="grid place-content-center gap-2 rounded-card border border-border bg-surface p-6 text-center"
    >
      {state === 'loading' ? (
        <div role="status" aria-label="Loading the chat" className="grid justify-items-center gap-3">
          <Skeleton className="h-5 w-44" />
          <Skeleton className="h-4 w-64" />
        </div>
      ) : (
        <>
          <p className="font-display text-xl font-bold">{WORDS[state].title}</p>
          <p className="max-w-[36ch] text-text-muted">{WORDS[state].words}</p>
        </>
      )}
    </section>
  )
}
