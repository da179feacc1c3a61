import type { ExchangeStep, SaidPacket } from '@carillon/media/takes/exchange'
import { appendRun, type MapRun } from '@carillon/media/takes/packet-map'
import { type Origins, type Part, pagesWithSound } from './parts.ts'
import { RunReader } from './run-reader.ts'
import type { SaidPackets } from './said-packets.ts'

/** Samples on a page at most, as the pages of a mount have. */
const MAX_PAGE_SAMPLES = 320 * 48

/** Page of packets to write, and of whom each is. */
export type OutPage = { packets: Uint8Array[]; runs: MapRun[] }

/** Gives the pages of some parts in order, with the silence exchanged for what was said, in these steps. */
export function* exchangedPages(
  parts: readonly Part[],
  origins: Origins,
  { said, steps }: { said: SaidPackets; steps: readonly ExchangeStep[] },
): Generator<OutPage> {
  if (origins.takes.size === 0) {
    for (const { path } of parts) for (const { packets } of pagesWithSound(path)) yield { packets, runs: [] }
    return
  }
  const queue = [...steps]
  const runs = new RunReader(origins.runs)
  for (const { path } of parts)
    for (const { packets } of pagesWithSound(path)) {
      const page: OutPage = { packets: [], runs: [] }
      for (const packet of packets) {
        yield* insertions(queue, page, said)
        const [step] = queue
        const run = runs.next()
        if (step?.type === 'keep') {
          page.packets.push(packet)
          appendRun(page.runs, run)
        }
        takeOne(queue)
      }
      if (page.packets.length > 0) yield page
    }
  yield* insertions(queue, { packets: [], runs: [] }, said)
}

/** Gives what is to be put in here, after what the page has so far, which is left empty. */
function* insertions(queue: ExchangeStep[], page: OutPage, said: SaidPackets): Generator<OutPage> {
  for (let [step] = queue; step?.type === 'insert'; [step] = queue) {
    queue.shift()
    if (page.packets.length > 0) yield { packets: page.packets.splice(0), runs: page.runs.splice(0) }
    yield* pagesOf(step.packets, said)
  }
}

function* pagesOf(packets: readonly SaidPacket[], said: SaidPackets): Generator<OutPage> {
  let page: OutPage = { packets: [], runs: [] }
  let room = MAX_PAGE_SAMPLES
  for (const packet of packets) {
    if (packet.samples > room) {
      yield page
      page = { packets: [], runs: [] }
      room = MAX_PAGE_SAMPLES
    }
    room -= packet.samples
    const { takeId, number } = packet
    page.packets.push(said.bytesOf(packet))
    appendRun(page.runs, { kind: 'take', takeId, number, count: 1 })
  }
  if (page.packets.length > 0) yield page
}

/** One packet of the recording is done. */
function takeOne(queue: ExchangeStep[]): void {
  const [step] = queue
  if (!step || step.type === 'insert') return
  if (step.count === 1) queue.shift()
  else queue[0] = { ...step, count: step.count - 1 }
}
