import { HOUR_MS } from '@carillon/contract/durations'
import { formatDate, formatTime, fromStationTime, toStationTime } from '../../../lib/station-time.ts'
import type { FormErrors } from '../../../lib/use-form.ts'
import type { AgendaItem } from './agenda.ts'

const USUAL_LENGTH_MS = 2 * HOUR_MS

/** Values of the form; times are wall clocks of the station's zone as inputs give them, `2026-11-20T20:00`. */
export type ShowValues = {
  title: string
  description: string
  scheduledStart: string
  scheduledEnd: string
  /** Of a new show; one that is planned has its own switch at the desk and after it. */
  isRecordingPublic: boolean
}

/** The form of a show, or of a new one that begins with the next hour but one and lasts two. */
export function valuesOf(show: AgendaItem | null, now: Date): ShowValues {
  const start = show?.start ?? new Date(Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS)
  const end = show?.end ?? new Date(start.getTime() + USUAL_LENGTH_MS)
  return {
    title: show?.title ?? '',
    description: show?.description ?? '',
    scheduledStart: toStationTime(start),
    scheduledEnd: toStationTime(end),
    isRecordingPublic: true,
  }
}

/** Errors by field, in the station's words. A time that stays as it was is not judged again. */
export function errorsOf(values: ShowValues, was: ShowValues | null, now: Date): FormErrors<ShowValues> {
  const start = fromStationTime(values.scheduledStart)
  const end = fromStationTime(values.scheduledEnd)
  return {
    ...titleError(values.title),
    ...(values.description.length > 2000 && { description: 'At most 2000 characters' }),
    ...timeError('scheduledStart', start, values.scheduledStart !== was?.scheduledStart, now),
    ...timeError('scheduledEnd', end, values.scheduledEnd !== was?.scheduledEnd, now),
    ...(end <= start && { scheduledEnd: 'The end must be after the start' }),
  }
}

/** The end after the start was moved: the show keeps its length. */
export function endAfterMove(was: ShowValues, scheduledStart: string): string {
  const movedMs = fromStationTime(scheduledStart).getTime() - fromStationTime(was.scheduledStart).getTime()
  const end = fromStationTime(was.scheduledEnd).getTime() + movedMs
  return Number.isNaN(end) ? was.scheduledEnd : toStationTime(new Date(end))
}

/** The shows that would be on at the same time; what is over or the show itself does not count. */
export function overlapsOf(
  values: ShowValues,
  items: readonly AgendaItem[],
  exceptId: number | null,
): AgendaItem[] {
  const start = fromStationTime(values.scheduledStart)
  const end = fromStationTime(values.scheduledEnd)
  return items.filter(
    (item) =>
      item.id !== exceptId &&
      item.status !== 'ENDED' &&
      item.status !== 'CANCELLED' &&
      item.start < end &&
      start < item.end,
  )
}

/** `Harana Hour with Mikael Reyes, Nov 20, 2026, 8:00 PM – 10:00 PM`. */
export function overlapWords({ title, host, start, end }: AgendaItem): string {
  return `${title} with ${host}, ${formatDate(start)}, ${formatTime(start)} – ${formatTime(end)}`
}

function titleError(title: string): FormErrors<ShowValues> {
  const length = title.trim().length
  if (length === 0) return { title: 'Please enter a title' }
  return length > 255 ? { title: 'At most 255 characters' } : {}
}

function timeError(
  field: 'scheduledStart' | 'scheduledEnd',
  instant: Date,
  isChanged: boolean,
  now: Date,
): FormErrors<ShowValues> {
  if (Number.isNaN(instant.getTime())) return { [field]: 'Choose a date and time' }
  if (!isChanged || instant > now) return {}
  return { [field]: `Choose ${field === 'scheduledStart' ? 'a start' : 'an end'} in the future` }
}
