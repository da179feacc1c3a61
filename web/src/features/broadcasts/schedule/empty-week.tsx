import { formatDay, formatTime } from '../../../lib/station-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Rings } from '../../../ui/rings.tsx'
import type { AgendaItem } from './agenda.ts'

type EmptyWeekProps = {
  next: AgendaItem | undefined
  isMineOnly: boolean
  /** Null where the next one stands on the page already. */
  onShow: ((start: Date) => void) | null
}

/** A week without shows, and the way to the next one. */
export function EmptyWeek({ next, isMineOnly, onShow }: EmptyWeekProps) {
  return (
    <div className="relative isolate grid justify-items-center gap-2 overflow-hidden rounded-card border border-border bg-surface px-6 py-16 text-center">
      <Rings state="resting" className="calm-rings w-[36rem] text-text-muted" />
      <p className="font-display text-xl font-bold">{headingOf(isMineOnly, next)}</p>
      <p className="max-w-full wrap-anywhere text-text-muted">
        {next
          ? `Next: ${next.title}, ${formatDay(next.start)}, ${formatTime(next.start)}`
          : `The next show appears here as soon as ${isMineOnly ? 'you plan' : 'a DJ plans'} it.`}
      </p>
      {next && onShow && (
        <Button size="sm" variant="outline" onClick={() => onShow(next.start)} className="mt-2">
          Show that week
        </Button>
      )}
    </div>
  )
}

function headingOf(isMineOnly: boolean, next: AgendaItem | undefined): string {
  if (isMineOnly) return 'None of your shows this week'
  return next ? 'Nothing scheduled this week' : 'Nothing scheduled yet'
}
