import { z } from 'zod/mini'
import { storedValue } from '../../lib/stored.ts'

const stored = storedValue('read-announcements', z.array(z.unknown()))
const MAX_PEOPLE = 10
/** The bell shows ten announcements, so what is older is never asked for. */
const MAX_IDS = 100

/** The announcements that a person has read on this device: the station does not keep that. */
export function readAnnouncements(person: number): ReadonlySet<number> {
  return new Set(keptByPerson().get(String(person)) ?? [])
}

/** Keeps what a person has read, the newest hundred, for the ten people who read last. */
export function keepReadAnnouncements(person: number, ids: Iterable<number>): void {
  const kept = keptByPerson()
  kept.delete(String(person))
  kept.set(String(person), [...ids].slice(-MAX_IDS))
  // A list of pairs: the keys of an object would come back in the order of the numbers.
  stored.write([...kept].slice(-MAX_PEOPLE))
}

/** What is not understood counts as not kept. */
function keptByPerson(): Map<string, number[]> {
  return new Map((stored.read() ?? []).filter(isPair))
}

function isPair(pair: unknown): pair is [string, number[]] {
  if (!Array.isArray(pair) || typeof pair[0] !== 'string' || !Array.isArray(pair[1])) return false
  return pair[1].every((id) => typeof id === 'number')
}
