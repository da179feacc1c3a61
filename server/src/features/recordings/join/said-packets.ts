import { readFileSync } from 'node:fs'
import { readWholeStream } from '@carillon/media/ogg/whole-stream'
import { durationInSamples } from '@carillon/media/opus/packet'
import type { SaidPacket } from '@carillon/media/takes/exchange'
import type { Gift } from '../takes/take-files.ts'
import type { Origins } from './parts.ts'

/** File of packets of a take that were uploaded, or that another instance gives. `from` is the number of the first. */
export type TakeFile = { takeId: string; from: number; path: string; gift?: Gift | null }

/** Packets that were uploaded, with the file and the place in it where each stands. */
export class SaidPackets {
  readonly all: SaidPacket[] = []
  readonly #fileOf = new Map<SaidPacket, { file: TakeFile; index: number }>()
  /** File that was read last: packets are asked for in order. */
  #last: { path: string; packets: readonly Uint8Array[] } | null = null

  /** Leaves out what a person had taken off the air. A file that is damaged has no packets. */
  constructor(files: readonly TakeFile[], { withheld }: Pick<Origins, 'withheld'>) {
    for (const file of files)
      for (const [index, bytes] of this.#read(file.path).entries()) {
        const { takeId, from, gift } = file
        const samples = durationInSamples(bytes)
        const packet = { takeId, number: from + index, samples, hasPlace: gift != null }
        if (withheld.get(takeId)?.has(packet.number)) continue
        this.all.push(packet)
        this.#fileOf.set(packet, { file, index })
      }
  }

  /** Whether another instance has recorded a packet out of `all` from the air: no line was lost there. */
  isOnAir(packet: SaidPacket): boolean {
    return this.#fileOf.get(packet)?.file.gift === 'air'
  }

  /** Bytes of a packet out of `all`. */
  bytesOf(packet: SaidPacket): Uint8Array {
    const { file, index } = this.#fileOf.get(packet) ?? {}
    const bytes = file && this.#read(file.path)[index ?? 0]
    if (!bytes) throw new Error('A packet that was uploaded is gone')
    return bytes
  }

  #read(path: string): readonly Uint8Array[] {
    if (this.#last?.path !== path) {
      const result = readWholeStream(readFileSync(path))
      this.#last = { path, packets: result.ok ? result.packets : [] }
    }
    return this.#last.packets
  }
}
