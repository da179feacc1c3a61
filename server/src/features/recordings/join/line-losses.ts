import { MAX_OUTAGES, type RecordedOutage } from '@carillon/contract/recordings/schemas'
import { preSkipInSamples } from '@carillon/media/opus/head'
import { durationInSamples } from '@carillon/media/opus/packet'
import { OutageFinder, type PacketOrigin } from '@carillon/media/takes/outages'
import type { MapRun } from '@carillon/media/takes/packet-map'
import type { OutPage } from './exchanged-pages.ts'
import type { Origins } from './parts.ts'

const SAMPLES_PER_MS = 48

/** Finds where the DJ's line was lost, from the pages of a recording in order. Without a map it finds nothing. */
export class LineLosses {
  readonly #uploaded: Origins['uploaded']
  readonly #finder = new OutageFinder()

  constructor({ uploaded }: Pick<Origins, 'uploaded'>) {
    this.#uploaded = uploaded
  }

  push({ packets, runs }: OutPage): void {
    let index = 0
    for (const run of runs)
      for (let at = 0; at < run.count; at++) {
        const packet = packets[index++]
        if (packet) this.#finder.push(this.#originOf(run, at), durationInSamples(packet))
      }
  }

  /** Returns the first of them; nothing comes after. */
  end(): RecordedOutage[] {
    const found = this.#finder.end().slice(0, MAX_OUTAGES)
    return found.map(({ at, length, silent }) => ({
      atMs: msOf(Math.max(0, at - preSkipInSamples)),
      durationMs: msOf(length),
      silentMs: msOf(silent),
    }))
  }

  #originOf(run: MapRun, at: number): PacketOrigin {
    if (run.kind === 'silence') return 'silence'
    if (run.kind !== 'take') return 'other'
    return this.#uploaded.get(run.takeId)?.has(run.number + at) ? 'uploaded' : 'live'
  }
}

const msOf = (samples: number) => Math.round(samples / SAMPLES_PER_MS)
