import { type Actor, type BroadcastOwners, canBroadcast, canModerate } from '@carillon/contract/policies'

export type Act =
  | 'update'
  | 'delete'
  | 'start'
  | 'start-test'
  | 'test'
  | 'end'
  | 'slowmode'
  | 'now-playing'
  | 'hand-over'

/** Acts that a broadcast's supervisors may do as well; everything else is for those who may broadcast it. */
const MODERATION: readonly Act[] = ['end', 'slowmode', 'hand-over']

/** Whether `person` may do `act` on a broadcast of `owners`. */
export function mayAct(person: Actor, act: Act, owners: BroadcastOwners): boolean {
  return MODERATION.includes(act) ? canModerate(person, owners) : canBroadcast(person, owners)
}
