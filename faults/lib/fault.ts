import type { Campus } from '@carillon/testkit/campus'
import type { FaultRig, Measures, Setting } from './fault-rig.ts'

/** One thing that happens to a station. */
export type Fault = {
  /** As it is named on the command line. */
  name: string
  /** Sentence about the act against the station. */
  sentence: string
  /** The process ends: then the audio gap is told, and may be over zero. */
  endsProcess?: boolean
  /** Returns what this machine lacks for it; null when it has all. */
  lacks?(): string | null
  /** Does it and gives its figure, in a few words. */
  run(context: FaultContext): Promise<string>
}

/** Context of a fault. */
export type FaultContext = {
  /** A short form is wanted. */
  isQuick: boolean
  /** Tells how it goes. */
  say(words: string): void
  /** Puts a station on air; it is closed when the fault is over. */
  open(setting?: Setting): Promise<FaultRig>
  /**
   * The same across two instances with PostgreSQL, Redis, Icecast and a proxy; with a listener at each instance, unless
   * other doors are given.
   */
  openAcross(doorsOf?: (campus: Campus) => readonly string[]): Promise<FaultRig<Campus>>
  /** Measures what is done to that station: the numbers of the table. Once. */
  measure(rig: FaultRig, action: () => Promise<void>): Promise<Measures>
  /** Says what must hold; the fault's outcome is that all did. */
  promise(holds: boolean, words: string): void
  /** Is called when the fault is over, whatever became of it; the last one first. */
  atEnd(clean: () => Promise<void> | void): void
}

/** A line of the table. */
export type Row = {
  name: string
  sentence: string
  outcome: 'kept' | 'broken' | 'not run'
  figure: string
  measures: Measures | null
  /** Promises that did not hold, or the reason why it was not run. */
  problems: string[]
}
