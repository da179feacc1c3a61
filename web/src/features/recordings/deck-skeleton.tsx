/** The player's place while it is on its way, at its real height. */
export function DeckSkeleton() {
  return (
    <div role="status" aria-label="Loading the recording" className={DECK}>
      <div className="flex items-center gap-4 md:gap-5">
        <span className="size-14 shrink-0 rounded-full bg-white/10 md:size-16" />
        <span className="h-14 flex-1 animate-pulse rounded-sm bg-white/10" />
      </div>
      <div className="h-11" />
      <div className={STATE_LINE} />
    </div>
  )
}

/** The strip of a stage that holds the player. */
export const DECK =
  'relative grid gap-2 border-t border-white/10 bg-black/20 px-4 pt-4 pb-2.5 md:px-7 md:pt-5'

/** Its last line; its place is kept while there is nothing to say. */
export const STATE_LINE =
  'flex min-h-5.5 items-center justify-between gap-4 text-sm text-on-stage-muted md:pl-21'
