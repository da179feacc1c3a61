import { canModerate } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import type { Show } from '../../db/shows.ts'
import { AppError } from '../../kernel/app-error.ts'
import { floodSentence, secondsToRest } from './slow-mode.ts'

/** More are not remembered: the transaction refuses the others. */
export const MAX_FLOOD_COOLDOWNS = 10_000

export type FloodCooldown = ReturnType<typeof createFloodCooldown>

/** Cooldown after flooding: those who were refused are refused again without asking the database. */
export function createFloodCooldown(clock: { now(): number }) {
  // What somebody wrote cannot become younger or fewer: a refusal holds until its time is over.
  const tenthLasts = new Map<string, Date>()

  return {
    /** Throws TOO_MANY_REQUESTS when the tenth message from the end is too young, and remembers it. */
    refuse(person: Person, showId: number, tenthLast: Date | null, nowMs: number): void {
      const key = keyOf(person, showId)
      const rest = secondsToRest(tenthLast, nowMs)
      tenthLasts.delete(key)
      if (rest === 0 || !tenthLast) return
      if (tenthLasts.size >= MAX_FLOOD_COOLDOWNS) tenthLasts.delete(tenthLasts.keys().next().value ?? '')
      tenthLasts.set(key, tenthLast)
      throw new AppError('TOO_MANY_REQUESTS', { message: floodSentence(rest), retryAfterSeconds: rest })
    },
    /** Throws as it did before to whom has not rested since; a show that is over, which `find` tells, says so itself. */
    async refuseAgain(person: Person, showId: number, find: () => Promise<Show | null>): Promise<void> {
      const known = tenthLasts.get(keyOf(person, showId))
      if (!known) return
      const show = await find()
      if (show?.status === 'LIVE' && !canModerate(person, show))
        this.refuse(person, showId, known, clock.now())
    },
  }
}

function keyOf(person: Person, showId: number): string {
  return `${showId} ${person.id}`
}
