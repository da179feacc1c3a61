import { killNine } from './kill-9.ts'
import { largeFrames } from './large-frames.ts'
import type { Fault } from './lib/fault.ts'
import { sigterm } from './sigterm.ts'

/** Every fault, in the order of the table. */
export const FAULTS: readonly Fault[] = [killNine, sigterm, largeFrames]
