import {
  activitySchema,
  broadcastReportSchema,
  detailedBroadcastSchema,
} from '@carillon/contract/analytics/schemas'
import { announcementSchema } from '@carillon/contract/announcements/schemas'
import { userSchema } from '@carillon/contract/auth/schemas'
import { broadcastSchema } from '@carillon/contract/broadcasts/schemas'
import { chatMessageSchema, profanityWordSchema } from '@carillon/contract/chat/schemas'
import type { Endpoint } from '@carillon/contract/endpoint'
import { notificationSchema } from '@carillon/contract/notifications/schemas'
import { plannedReplaySchema, replayableSchema } from '@carillon/contract/playout/replays'
import { pollResultsSchema, pollSchema } from '@carillon/contract/polls/schemas'
import { recordingSchema } from '@carillon/contract/recordings/schemas'
import { type RowList, rowListsOf } from '@carillon/contract/rows'
import { songRequestSchema } from '@carillon/contract/song-requests/schemas'
import type { z } from 'zod/mini'
import { AppError } from '../kernel/app-error.ts'

/** Something stored that the reply's schema does not admit. */
export type Unshowable = { thing: string; id: number | null; field: string; reason: string }

/** Name of a row in reports, whatever call it stands in. */
const THINGS = new Map<z.core.$ZodType, string>([
  [activitySchema, 'activity'],
  [announcementSchema, 'announcement'],
  [broadcastSchema, 'broadcast'],
  [broadcastReportSchema, 'broadcast'],
  [detailedBroadcastSchema, 'broadcast'],
  [chatMessageSchema, 'chat message'],
  [notificationSchema, 'notification'],
  [pollSchema, 'poll'],
  [pollResultsSchema, 'poll'],
  [plannedReplaySchema, 'planned replay'],
  [replayableSchema, 'recording'],
  [profanityWordSchema, 'profanity word'],
  [recordingSchema, 'recording'],
  [songRequestSchema, 'song request'],
  [userSchema, 'account'],
])

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>
type Place = { list: RowList; index: number; field: string }

/**
 * Returns the part of a reply that the contract names. A row of a list that it does not admit is reported and left out; a thing
 * that it does not admit is reported and throws UNSHOWABLE.
 */
export function showReply(endpoint: Endpoint, data: unknown, report: (row: Unshowable) => void): unknown {
  const parsed = endpoint.reply.safeParse(data)
  if (parsed.success) return parsed.data
  const lists = rowListsOf(endpoint)
  const places = parsed.error.issues.map((issue) => ({ issue, place: placeOf(issue, lists) }))
  const whole = places.find(({ place }) => place === null)
  if (whole) {
    report(damageOf(endpoint, endpoint.reply, data, { ...whole.issue, field: whole.issue.path.join('.') }))
    throw new AppError('UNSHOWABLE')
  }
  const leftOut = new Map<string, Set<number>>()
  for (const { issue, place } of places) {
    if (!place) continue
    const { list, index, field } = place
    const indexes = leftOut.get(list.name) ?? new Set()
    if (indexes.has(index)) continue
    leftOut.set(list.name, indexes.add(index))
    report(damageOf(endpoint, list.row, rowsIn(data, list.name)[index], { ...issue, field }))
  }
  return endpoint.reply.parse(without(data, leftOut))
}

function placeOf({ path }: Issue, lists: readonly RowList[]): Place | null {
  for (const list of lists) {
    const [index, ...field] = list.name === '' ? path : path[0] === list.name ? path.slice(1) : []
    if (typeof index === 'number') return { list, index, field: field.join('.') }
  }
  return null
}

function damageOf(
  { method, path }: Endpoint,
  schema: z.core.$ZodType,
  row: unknown,
  { field, message }: { field: string; message: string },
): Unshowable {
  return { thing: THINGS.get(schema) ?? `${method} ${path}`, id: idOf(row), field, reason: message }
}

/** Returns the id of a thing: its own, or that of its show. */
function idOf(row: unknown): number | null {
  if (typeof row !== 'object' || row === null) return null
  if ('id' in row && typeof row.id === 'number') return row.id
  if ('broadcast' in row) return idOf(row.broadcast)
  return 'broadcastId' in row && typeof row.broadcastId === 'number' ? row.broadcastId : null
}

function rowsIn(data: unknown, list: string): readonly unknown[] {
  // The schema has found a row in it, so it is a list.
  return (list === '' ? data : (data as Record<string, unknown>)[list]) as readonly unknown[]
}

function without(data: unknown, leftOut: ReadonlyMap<string, ReadonlySet<number>>): unknown {
  const keep = (name: string, indexes: ReadonlySet<number>) =>
    rowsIn(data, name).filter((_, index) => !indexes.has(index))
  const all = leftOut.get('')
  if (all) return keep('', all)
  const kept = [...leftOut].map(([name, indexes]) => [name, keep(name, indexes)])
  return { ...(data as object), ...Object.fromEntries(kept) }
}
