import type { Access } from './endpoint.ts'

/** A STOMP destination and who may subscribe. `{id}` stands for a broadcast's id. */
export type Destination = { pattern: string; subscribe: Access }

export const DESTINATIONS = {
  broadcast: { pattern: '/topic/broadcast/{id}', subscribe: 'public' },
  status: { pattern: '/topic/broadcast/status', subscribe: 'public' },
  live: { pattern: '/topic/broadcast/live', subscribe: 'public' },
} as const satisfies Record<string, Destination>

/** Fills the id into a destination's pattern. */
export function destinationFor(destination: Destination, id?: number): string {
  return destination.pattern.replace('{id}', String(id ?? ''))
}
