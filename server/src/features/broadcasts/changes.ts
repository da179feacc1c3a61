import type { State } from './states.ts'
import type { Times } from './times.ts'

/** Fields of a broadcast that PUT may change. */
export type Details = { title: string; description: string } & Times

type Field = keyof Details

/** Fields that may still change: a show that has begun keeps its start, one that is over keeps both times. */
const CHANGEABLE: Record<State, readonly Field[]> = {
  SCHEDULED: ['title', 'description', 'start', 'end'],
  REHEARSED: ['title', 'description', 'start', 'end'],
  TESTING: ['title', 'description', 'start', 'end'],
  LIVE: ['title', 'description', 'end'],
  ENDED: ['title', 'description'],
  GONE: [],
}

/** The fields that differ, in the order of `Details`. */
export function changedFields(was: Details, now: Details): Field[] {
  const fields: Field[] = ['title', 'description', 'start', 'end']
  return fields.filter((field) => was[field].valueOf() !== now[field].valueOf())
}

/** Whether a broadcast in `state` may change all of `fields`. */
export function mayChange(state: State, fields: Field[]): boolean {
  return fields.every((field) => CHANGEABLE[state].includes(field))
}

/** Why a change is refused, for people. */
export function refusedChange(state: State): string {
  return state === 'LIVE'
    ? 'This broadcast is on air: its start cannot change.'
    : 'This broadcast has ended: its times cannot change.'
}
