import { classNames } from '../../../lib/class-names.ts'
import { formatDay } from '../../../lib/station-time.ts'
import { ShowArt } from '../../../ui/show-art.tsx'
import { type AgendaItem, firstAiredWords, spanOf, yourTimeOf } from './agenda.ts'
import { type BlockLine, linesOf, rowsOf } from './block-lines.ts'
import type { Phase } from './week.ts'

const LINE_PX = 16
/** Border and padding above and below. */
const AROUND_PX = 6
/** Of two lines of a title, three others and the face below them. */
const FACE_FROM_PX = 108

const LOOKS: Record<Phase, string> = {
  over: 'border-border-strong bg-surface-2 text-text-muted',
  cancelled: 'border-border-strong bg-surface-2 text-text-muted',
  live: 'border-live bg-live-soft',
  due: 'border-accent bg-accent-soft',
  late: 'border-accent bg-accent-soft',
  missing: 'border-border-strong bg-surface-2 text-text-muted',
  playing: 'border-accent bg-accent-soft',
  next: 'border-primary bg-primary-soft',
  later: 'border-primary bg-primary-soft',
}
const WORDS: Record<Phase, string> = {
  over: ', over',
  cancelled: ', cancelled',
  live: ', on now',
  due: ', starting any moment',
  late: ', running late',
  missing: ', hasn’t started',
  playing: ', on now',
  next: ', next',
  later: '',
}

type ShowBlockProps = {
  item: AgendaItem
  /** Of the block: it says as much as it has lines for. */
  heightPx: number
  phase: Phase
  isMine: boolean
  onOpen(item: AgendaItem): void
}

function labelOf({ item, phase, isMine }: Pick<ShowBlockProps, 'item' | 'phase' | 'isMine'>, when: string) {
  const parts = [item.title, when, `with ${item.host}`, isMine && 'yours', firstAiredWords(item)]
  return parts.filter(Boolean).join(', ') + WORDS[phase]
}

/** A show in the grid; it opens. */
export function ShowBlock({ item, heightPx, phase, isMine, onOpen }: ShowBlockProps) {
  const yours = yourTimeOf(item.start, undefined)
  const when = `${formatDay(item.start)}, ${spanOf(item)}${yours ? `, your time ${yours}` : ''}`
  const host = isMine ? 'Yours' : item.host
  const own = yours && `your time ${yours}`
  const lines = linesOf([
    phase === 'cancelled' && 'Cancelled',
    spanOf(item),
    own,
    host,
    firstAiredWords(item),
  ])
  const room = Math.floor((heightPx - AROUND_PX) / LINE_PX) - 1
  const hasRoomForTitle = room > rowsOf(lines)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={labelOf({ item, phase, isMine }, when)}
      onClick={() => onOpen(item)}
      className={classNames(
        'flex size-full flex-col overflow-hidden rounded-sm border-l-4 px-1.5 py-0.5 text-left text-xs/4 hover:brightness-95 focus-visible:z-2 dark:hover:brightness-125',
        LOOKS[phase],
        item.replay && 'border-dashed',
      )}
    >
      <span className="flex w-full flex-wrap items-baseline gap-x-1 font-semibold">
        {phase === 'live' && (
          <span className="rounded-sm bg-live px-1 font-bold text-white" aria-hidden="true">
            LIVE
          </span>
        )}
        <span
          className={classNames(
            hasRoomForTitle ? 'line-clamp-2 wrap-anywhere' : 'truncate',
            phase === 'cancelled' && 'line-through',
          )}
        >
          {item.title}
        </span>
      </span>
      <Lines lines={lines.filter((_, index) => rowsOf(lines.slice(0, index + 1)) <= room)} />
      {heightPx >= FACE_FROM_PX && (
        <ShowArt
          title={item.replay?.showTitle ?? item.title}
          className={classNames(
            'mt-auto size-5 shrink-0 self-end rounded-sm',
            (phase === 'over' || phase === 'cancelled') && 'opacity-60',
          )}
        />
      )}
    </button>
  )
}

function Lines({ lines }: { lines: readonly BlockLine[] }) {
  return lines.map(({ text, rows }) => (
    <span
      key={text}
      className={classNames('w-full text-text-muted', rows === 1 ? 'truncate' : 'line-clamp-2')}
    >
      {text}
    </span>
  ))
}
