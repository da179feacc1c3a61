import { HOUR_MS } from '@carillon/contract/durations'
import { listReplayable, planReplay, type Replayable } from '@carillon/contract/playout/replays'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { stationClock } from '../../lib/station-clock.ts'
import { formatDate, formatDay, formatTime, fromStationTime, toStationTime } from '../../lib/station-time.ts'
import { TIMES_IN_ZONE } from '../../lib/station-zone.ts'
import { type FormErrors, useForm } from '../../lib/use-form.ts'
import { useCall } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateTimeInput, Field, Select } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { usePlayout } from './use-playout.ts'

/** `startsAt` is a wall clock of the station's zone as inputs give it, `2026-11-20T20:00`. */
type Values = { broadcastId: string; startsAt: string }
type PlanReplayDialogProps = {
  /** The show that was chosen already; null: none. */
  broadcastId: number | null
  onClose(): void
  onPlanned(): void
}

/** The form in which staff plan that a recording goes out again. */
export function PlanReplayDialog(props: PlanReplayDialogProps) {
  const call = useCall()
  const bodyRef = useRef<HTMLDivElement>(null)
  const { query: playout } = usePlayout()
  const recordings = useQuery({
    queryKey: ['playout', 'recordings'],
    queryFn: ({ signal }) => call(listReplayable, { signal }),
  })
  const isFailed = playout.isError || recordings.isError
  return (
    <Dialog open onClose={props.onClose} title="Plan a replay" focusRef={bodyRef}>
      <div ref={bodyRef}>
        {playout.data && recordings.data ? (
          <Choices
            {...props}
            recordings={recordings.data}
            isOn={playout.data.settings.betweenShows === 'ON'}
          />
        ) : isFailed ? (
          <p>The recordings could not be loaded.</p>
        ) : (
          <Skeleton className="h-48" />
        )}
      </div>
    </Dialog>
  )
}

type ChoicesProps = PlanReplayDialogProps & { recordings: readonly Replayable[]; isOn: boolean }

function Choices({ recordings, isOn, ...props }: ChoicesProps) {
  const hindrance = hindranceOf(recordings, isOn, props.broadcastId)
  if (!hindrance) return <ReplayForm {...props} recordings={recordings} />
  return (
    <div className="grid gap-4">
      <p>{hindrance}</p>
      <div className="flex justify-end">
        <Button variant="outline" onClick={props.onClose}>
          Close
        </Button>
      </div>
    </div>
  )
}

function hindranceOf(recordings: readonly Replayable[], isOn: boolean, chosen: number | null): string | null {
  if (!isOn)
    return 'The station is silent between shows, so nothing would be played. An administrator can switch that on in the control room.'
  if (recordings.length === 0) return 'There is no public recording yet that may be played again.'
  if (chosen !== null && !recordings.some(({ broadcastId }) => broadcastId === chosen))
    return 'This recording cannot be played again: it is private, live only or not ready.'
  return null
}

type ReplayFormProps = PlanReplayDialogProps & { recordings: readonly Replayable[] }

function ReplayForm({ recordings, broadcastId, onClose, onPlanned }: ReplayFormProps) {
  const call = useCall()
  const [problem, setProblem] = useState<string | null>(null)
  const [initial] = useState(() => ({
    broadcastId: String(broadcastId ?? recordings[0]?.broadcastId),
    startsAt: toStationTime(nextHour(new Date(stationClock.now()))),
  }))
  const form = useForm<Values>({
    initial,
    errorsOf: ({ startsAt }) => errorsOf(startsAt, new Date(stationClock.now())),
    async onSubmit(values, givenUp) {
      setProblem(null)
      try {
        const body = { broadcastId: Number(values.broadcastId), startsAt: values.startsAt }
        const { title } = await call(planReplay, { body, givenUp })
        toast(`A replay of ${title} is planned`, { tone: 'success' })
        onPlanned()
        if (!givenUp.aborted) onClose()
        return undefined
      } catch (error) {
        const startsAt = error instanceof ApiError ? error.fields.startsAt : undefined
        if (startsAt !== undefined) return { startsAt }
        setProblem(messageOf(error, 'The replay could not be planned.'))
        return undefined
      }
    },
  })
  const chosen = recordings.find((each) => String(each.broadcastId) === form.values.broadcastId)
  return (
    <form ref={form.ref} noValidate onSubmit={form.submit} className="grid gap-4">
      <Field label="Recording">
        <Select
          value={form.values.broadcastId}
          disabled={form.busy}
          onChange={(event) => form.set('broadcastId', event.target.value)}
        >
          {recordings.map((each) => (
            <option key={each.broadcastId} value={each.broadcastId}>
              {each.title}, {formatDate(new Date(each.firstAiredAt))}, {lengthWords(each.durationMs)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Starts" hint={TIMES_IN_ZONE} error={form.errors.startsAt}>
        <DateTimeInput {...form.text('startsAt')} />
      </Field>
      {chosen && <Banner tone="info">{endWords(form.values.startsAt, chosen.durationMs)}</Banner>}
      <FormFoot problem={problem} submitLabel="Plan it" busy={form.busy} onCancel={onClose} />
    </form>
  )
}

function errorsOf(startsAt: string, now: Date): FormErrors<Values> {
  const start = fromStationTime(startsAt)
  if (Number.isNaN(start.getTime())) return { startsAt: 'Choose a date and time' }
  return start > now ? {} : { startsAt: 'Choose a start in the future' }
}

function endWords(startsAt: string, durationMs: number): string {
  const start = fromStationTime(startsAt)
  if (Number.isNaN(start.getTime())) return 'A live show takes over from it at any time.'
  const end = new Date(start.getTime() + durationMs)
  const day = formatDay(start) === formatDay(end) ? '' : `${formatDay(end)}, `
  return `It ends at ${day}${formatTime(end)}. A live show takes over from it at any time.`
}

/** `1 h 55 min`. */
function lengthWords(durationMs: number): string {
  const minutes = Math.max(1, Math.round(durationMs / 60_000))
  const hours = Math.floor(minutes / 60)
  return [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ')
}

function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
}
