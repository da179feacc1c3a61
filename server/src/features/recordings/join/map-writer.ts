import { closeSync, openSync, writeSync } from 'node:fs'
import { appendRun, type MapRun, mapLine } from '@carillon/media/takes/packet-map'
import type { Origins } from './parts.ts'

/** Pages that share a line. */
const PAGES_A_LINE = 16

/** Writes the map of a recording that is joined, page after page. The caller closes it. */
export class MapWriter {
  readonly #file: number
  #sequence = 0
  #pages = 0
  #runs: MapRun[] = []

  constructor(path: string, origins: Origins) {
    this.#file = openSync(path, 'w', 0o600)
    for (const take of origins.takes.values()) this.#write(mapLine({ ...take, type: 'take' }))
    for (const type of ['withheld', 'uploaded'] as const)
      for (const [takeId, ranges] of origins[type])
        for (const { from, to } of ranges.all())
          this.#write(mapLine({ type, takeId, number: from, count: to - from }))
  }

  /** Notes a page and of whom its packets are. */
  push(sequence: number, runs: readonly MapRun[]): void {
    if (this.#pages === 0) this.#sequence = sequence
    for (const run of runs) appendRun(this.#runs, run)
    this.#pages++
    if (this.#pages === PAGES_A_LINE) this.#flush()
  }

  close(): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    if (this.#pages > 0) this.#write(mapLine({ type: 'pages', sequence: this.#sequence, runs: this.#runs }))
    this.#pages = 0
    this.#runs = []
  }

  #write(line: string): void {
    writeSync(this.#file, line)
  }
}
