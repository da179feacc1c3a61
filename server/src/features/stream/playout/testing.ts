import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { WebmDemuxer } from '@carillon/media/webm/demuxer'
import { onTestFinished } from 'vitest'
import type { PlayoutItem } from './playout-item.ts'

/** The packets of a browser's recording. */
export function packetsOf(capture: string): Uint8Array[] {
  const demuxer = new WebmDemuxer()
  return captureNamed(capture).chunks.flatMap((chunk) => {
    const result = demuxer.push(chunk)
    return result.ok ? result.events.flatMap((event) => (event.type === 'packet' ? [event.data] : [])) : []
  })
}

/** Packets as an Ogg Opus file, `packetsToAPage` on each page. */
export function oggOf(packets: readonly Uint8Array[], packetsToAPage = 4): Uint8Array {
  const muxer = new OggMuxer({ serialNumber: 5 })
  const parts = [muxer.headerPages()]
  for (let at = 0; at < packets.length; at += packetsToAPage)
    parts.push(muxer.page(packets.slice(at, at + packetsToAPage)))
  return Buffer.concat([...parts, muxer.lastPage([])])
}

/** A folder for files of this test; `write` gives the path of a new one. */
export async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'playout-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let files = 0
  return {
    async write(bytes: Uint8Array): Promise<string> {
      const path = join(folder, `${++files}.ogg`)
      await writeFile(path, bytes)
      return path
    },
    missing: join(folder, 'missing.ogg'),
  }
}

/** An item that is in a file. */
export function itemIn(file: string, given: Partial<PlayoutItem> = {}): PlayoutItem {
  return {
    kind: 'TRACK',
    title: file.replace(/^.*\//, ''),
    artist: null,
    itemId: null,
    broadcastId: null,
    firstAiredAtMs: null,
    file,
    durationMs: 0,
    ...given,
  }
}
