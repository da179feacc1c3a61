import { z } from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** A list of rows in a reply: its name there, empty where the reply itself is the list, and what each row is. */
export type RowList = { name: string; row: z.core.$ZodType }

/**
 * The lists of a reply whose rows stand for themselves: one that cannot be shown is left out, and the others are shown.
 * A reply that is a list or a page has one; others name theirs in `rows`.
 */
export function rowListsOf({ reply, rows = [] }: Pick<Endpoint, 'reply' | 'rows'>): RowList[] {
  if (reply instanceof z.ZodMiniArray) return [{ name: '', row: reply.def.element }]
  if (!(reply instanceof z.ZodMiniObject)) return []
  const names = 'totalElements' in reply.shape ? ['content', ...rows] : rows
  return names.map((name) => ({ name, row: elementOf(reply.shape[name]) }))
}

/** Whether a call gives rows of the database one by one. */
export function isList(endpoint: Pick<Endpoint, 'method' | 'reply' | 'rows'>): boolean {
  return endpoint.method === 'GET' && rowListsOf(endpoint).length > 0
}

function elementOf(list: unknown): z.core.$ZodType {
  if (list instanceof z.ZodMiniArray) return list.def.element
  throw new Error('`rows` names something that is not a list')
}
