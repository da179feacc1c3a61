import { forgetStored } from '../../../lib/forget-stored.ts'

/** Forgets all that this browser keeps; on air all but what brings the broadcast back after a reload. */
export function clearDevice(isOnAir: boolean): void {
  forgetStored(isOnAir ? ['dj-state'] : [])
}
