import { LEAST_LEVEL_DB } from '@carillon/contract/broadcasts/levels'
import { formatDecibels, meterPosition } from '../../../lib/decibels.ts'
import { useSeconds } from '../use-seconds.ts'
import { useLevels } from './use-levels.ts'

/** A show of a hand-over, and the name of its DJ. */
export type MeteredShow = { id: number; name: string }

/** Meters of both DJs of a hand-over, for those who supervise `broadcastId`, which is one of the two. */
export function HandOverMeters({
  broadcastId,
  shows,
}: {
  broadcastId: number
  shows: readonly MeteredShow[]
}) {
  // Renders without a level as well: one that stays away is none.
  useSeconds()
  const levelOf = useLevels(broadcastId)
  return (
    <div className="grid gap-1 text-sm">
      {shows.map(({ id, name }) => (
        <Meter key={id} name={name} peakDb={levelOf(id, Date.now())} />
      ))}
    </div>
  )
}

/** The level of a DJ, on the scale of the meter at the desk. */
function Meter({ name, peakDb }: { name: string; peakDb: number | null }) {
  const words = peakDb === null ? 'No level' : levelWords(peakDb)
  const part = meterPosition(peakDb ?? LEAST_LEVEL_DB)
  return (
    <div className="grid grid-cols-[minmax(0,6rem)_1fr_3.5rem] items-center gap-2">
      <span className="truncate">{name}</span>
      <meter
        className="sr-only"
        aria-label={`Level of ${name}`}
        min={LEAST_LEVEL_DB}
        max={0}
        value={peakDb ?? LEAST_LEVEL_DB}
        aria-valuetext={words}
      />
      <span
        aria-hidden="true"
        className="relative h-2 overflow-hidden rounded-sm border border-transparent bg-surface-2 forced-colors:border-[CanvasText]"
      >
        <span className={FILL} style={{ clipPath: `inset(0 ${(100 - part * 100).toFixed(0)}% 0 0)` }} />
      </span>
      <span aria-hidden="true" className="text-right text-text-muted tabular-nums">
        {words}
      </span>
    </div>
  )
}

const FILL =
  'absolute inset-0 forced-color-adjust-none bg-[linear-gradient(90deg,var(--meter-ok)_0_60%,var(--meter-hot)_60%_80%,var(--meter-clip)_80%)]'

/** `−12 dB`; at the floor of what is sent it is silence. */
function levelWords(peakDb: number): string {
  return peakDb <= LEAST_LEVEL_DB ? 'Silence' : `${formatDecibels(peakDb)} dB`
}
