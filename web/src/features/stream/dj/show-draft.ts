import type { Broadcast } from '@carillon/contract/broadcasts/schemas'
import { DEFAULT_DURATION_MS } from '@carillon/contract/broadcasts/schemas'
import { MINUTE_MS } from '@carillon/contract/durations'
import { fromStationTime, STATION_TIME_ZONE } from '../../../lib/station-time.ts'
import { createStore } from '../../../lib/store.ts'
import type { ShowPlan } from './draft-show.ts'
import { timesFromNow } from './show-times.ts'

export type Slot = Pick<Broadcast, 'id' | 'title' | 'description' | 'scheduledStart' | 'scheduledEnd'>

/** The show card as it is being filled in. */
export type ShowDraft = {
  title: string
  description: string
  slotId: number | null
  lengthMs: number
  /** Of a new show; a slot of the schedule has its own. */
  isRecordingPublic: boolean
  /** The DJ has chosen when, also that it is now: no slot is chosen for them any more. */
  hasChosenWhen: boolean
}

const EMPTY_DRAFT: ShowDraft = {
  title: '',
  description: '',
  slotId: null,
  lengthMs: DEFAULT_DURATION_MS,
  isRecordingPublic: true,
  hasChosenWhen: false,
}
/** A DJ who comes this early has come for that show. */
const DUE_BEFORE_MS = 15 * MINUTE_MS

/** Above the page, so that a look at the schedule does not empty the card. */
export const showDraft = createStore<ShowDraft>(EMPTY_DRAFT)

/**
 * A title to begin with, so that nobody has to think of one before going live. It leaves out the DJ, whose name every
 * page adds.
 */
export function suggestTitle(now: number): void {
  if (showDraft.get().title === '') showDraft.set({ ...showDraft.get(), title: titleAt(now) })
}

/** "Friday Evening Live", in the station's own time. */
export function titleAt(now: number): string {
  const parts = TITLE_FORMAT.formatToParts(now)
  const partOf = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const hour = Number(partOf('hour'))
  const partOfDay = PARTS_OF_DAY.find(([until]) => hour < until)?.[1] ?? 'Night'
  return `${partOf('weekday')} ${partOfDay} Live`
}

const TITLE_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: STATION_TIME_ZONE,
  weekday: 'long',
  hour: 'numeric',
  hourCycle: 'h23',
})
/** Each until this hour. */
const PARTS_OF_DAY = [
  [5, 'Night'],
  [12, 'Morning'],
  [17, 'Afternoon'],
  [21, 'Evening'],
] as const

/** Chooses the first of the DJ's slots that is due and not over, unless they have chosen themselves. */
export function chooseDueSlot(slots: readonly Slot[], now: number): void {
  const draft = showDraft.get()
  if (draft.hasChosenWhen || draft.slotId !== null) return
  const due = slots.find(
    ({ scheduledStart, scheduledEnd }) =>
      fromStationTime(scheduledStart).getTime() - DUE_BEFORE_MS <= now &&
      fromStationTime(scheduledEnd).getTime() > now,
  )
  if (due) showDraft.set({ ...draft, slotId: due.id, title: due.title, description: due.description })
}

/** For the next show. */
export function clearShowDraft(): void {
  showDraft.set(EMPTY_DRAFT)
}

/**
 * Plan of the draft, to send. A show that starts now with the usual length leaves the times to the station; so does one
 * whose times the wire cannot name.
 */
export function planOf(
  { title, description, slotId, lengthMs, isRecordingPublic }: ShowDraft,
  now: number,
): ShowPlan {
  const isPrivate = slotId === null && !isRecordingPublic
  const show = {
    slotId,
    title: title.trim(),
    description: description.trim(),
    ...(isPrivate && { isRecordingPublic: false }),
  }
  if (slotId !== null || lengthMs === DEFAULT_DURATION_MS) return show
  return { ...show, ...timesFromNow(now, lengthMs) }
}

/** "Fri, Nov 20, 3:00 PM": when a scheduled show begins, in the station's own time. */
export function slotTime({ scheduledStart }: Pick<Broadcast, 'scheduledStart'>): string {
  const parts = SLOT_FORMAT.formatToParts(fromStationTime(scheduledStart))
  return parts.map(({ type, value }) => (type === 'literal' ? value.replace(/\s/gu, ' ') : value)).join('')
}

const SLOT_FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: STATION_TIME_ZONE,
  weekday: 'short',
  month: 'short',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})
