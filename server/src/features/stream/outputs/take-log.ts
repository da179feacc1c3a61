import { type FileHandle, open } from 'node:fs/promises'
import { MAX_WRITTEN_RUNS, type TakeRun } from '@carillon/contract/recordings/takes'
import { NumberRanges } from '@carillon/media/takes/number-ranges'
import {
  appendRun,
  type MapLine,
  type MapRun,
  mapLine,
  type TakeNote,
  type TakeState,
} from '@carillon/media/takes/packet-map'

/** Takes of one broadcast: each reload, lost line and stalled upload begins another. */
export const MAX_TAKES = 1_000
/** Runs of one take that are written; what would be more is not acknowledged before the page uploads it. */
export const MAX_RUNS = 1_000
/** Lines that wait for the disk together with the pages they are about. */
export const MAX_WAITING_LINES = 4_096

/** Receiver of what a source says about its takes. */
export interface TakeIntake {
  /** A take begins in this broadcast, or goes on in it. False: it is not counted. */
  beginTake(take: TakeState): boolean
  /** These packets were not meant for the air: they are never taken, however they come. */
  withhold(takeId: string, number: number, count: number): void
  /** Packets of a take that are written, or kept; null for one that is not known. */
  written(takeId: string): Written | null
}

/** All packets of a take below `upTo`, and the newest runs `beyond` it, of which the first does not begin there. */
export type Written = { upTo: number; beyond: TakeRun[] }

/** Takes of a show as all who record it know them. */
export interface TakeNotes {
  /** Rises with each change. */
  readonly version: number
  /** All that is known of them now. */
  notes(): TakeNote[]
  /** Takes what another instance knows; again and again. */
  note(line: TakeNote): void
}

type LoggedTake = TakeState & { written: NumberRanges; withheld: NumberRanges }

/**
 * Map of the packets of one part of a recording, in a file beside it: it says of each page whose packets it holds. A line is
 * written ahead of its pages, so that no packet stands in a recording unnoticed. Without a take there is no file.
 */
export class TakeLog implements TakeIntake, TakeNotes {
  version = 0
  readonly #takes = new Map<string, LoggedTake>()
  #waiting: MapLine[] = []
  /** Pages that were written before the first take, in one line. */
  #earlier: { type: 'pages'; sequence: number; runs: MapRun[] } | null = null
  #file: { path: string; handle: FileHandle } | null = null

  beginTake({ takeId, userId, from, after }: TakeState): boolean {
    const known = this.#takes.get(takeId)
    if (known) return known.userId === userId
    if (this.#takes.size >= MAX_TAKES) return false
    const ranges = { written: new NumberRanges(), withheld: new NumberRanges() }
    this.#takes.set(takeId, { takeId, userId, from, after, ...ranges })
    this.#add({ type: 'take', takeId, userId, from, after })
    return true
  }

  withhold(takeId: string, number: number, count: number): void {
    const withheld = this.#takes.get(takeId)?.withheld
    const end = number + count
    if (!withheld || withheld.endOf(number) >= end) return
    // Too many to keep apart: what is between is not taken either.
    const isFull = withheld.runs >= MAX_RUNS
    withheld.add(isFull ? (withheld.all().at(-1)?.from ?? number) : number, end)
    this.#add({ type: 'withheld', takeId, number, count })
    this.markWritten(takeId, number, end)
  }

  notes(): TakeNote[] {
    return [...this.#takes.values()].flatMap(({ written: _, withheld, ...take }) => [
      { type: 'take' as const, ...take },
      ...withheld.all().map(({ from, to }) => ({
        type: 'withheld' as const,
        takeId: take.takeId,
        number: from,
        count: to - from,
      })),
    ])
  }

  note(line: TakeNote): void {
    if (line.type === 'take') this.beginTake(line)
    else this.withhold(line.takeId, line.number, line.count)
  }

  written(takeId: string): Written | null {
    const take = this.#takes.get(takeId)
    if (!take) return null
    const upTo = take.written.endOf(take.from)
    const beyond = take.written.all().filter(({ from }) => from > upTo)
    return { upTo, beyond: beyond.slice(-MAX_WRITTEN_RUNS).map(({ from, to }) => [from, to]) }
  }

  /** Notes that these packets are at the station for good. */
  markWritten(takeId: string, from: number, to: number): void {
    const written = this.#takes.get(takeId)?.written
    if (written && written.runs < MAX_RUNS) written.add(from, to)
  }

  /** Writes what the pages from this one on will hold, before they are written themselves. `path` is that of the map. */
  async write(path: string, sequence: number, runs: readonly MapRun[]): Promise<void> {
    if (this.#takes.size === 0) {
      this.#keepEarlier(sequence, runs)
      return
    }
    const earlier = this.#earlier === null ? [] : [this.#earlier]
    const isNew = this.#file?.path !== path
    const notes = isNew ? this.notes() : this.#waiting
    const lines = [...earlier, ...notes, { type: 'pages', sequence, runs } as const]
    this.#earlier = null
    this.#waiting = []
    const { handle } = isNew ? await this.#open(path) : (this.#file ?? (await this.#open(path)))
    await handle.appendFile(lines.map(mapLine).join(''))
  }

  /** Notes that the pages with these packets are written. */
  confirm(runs: readonly MapRun[]): void {
    for (const run of runs)
      if (run.kind === 'take') this.markWritten(run.takeId, run.number, run.number + run.count)
  }

  /** Closes the file; idempotent. */
  async close(): Promise<void> {
    const { handle } = this.#file ?? {}
    this.#file = null
    await handle?.close()
  }

  async #open(path: string): Promise<{ path: string; handle: FileHandle }> {
    await this.close()
    this.#file = { path, handle: await open(path, 'a', 0o600) }
    return this.#file
  }

  /** After a restart the first pages are silence in the place of what a page has kept, which comes later. */
  #keepEarlier(sequence: number, runs: readonly MapRun[]): void {
    this.#earlier ??= { type: 'pages', sequence, runs: [] }
    for (const run of runs) if (this.#earlier.runs.length < MAX_RUNS) appendRun(this.#earlier.runs, run)
  }

  #add(line: TakeNote): void {
    this.version++
    if (this.#waiting.length < MAX_WAITING_LINES) this.#waiting.push(line)
  }
}
