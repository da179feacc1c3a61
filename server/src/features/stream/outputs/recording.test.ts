import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { silencePacket } from '@carillon/media/opus/silence'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Recording } from './recording.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recording-'))
})
afterEach(() => rm(directory, { recursive: true }))

const second = new Uint8Array(12 * 1024).fill(1)

/** Header pages, and a page for each of so many seconds. */
function pagesOf(seconds: number): Uint8Array[] {
  const muxer = new OggMuxer({ serialNumber: 7 })
  const packet = silencePacket(960, 240)
  const pages = Array.from({ length: seconds }, () => muxer.page(Array<Uint8Array>(50).fill(packet)))
  return [muxer.headerPages(), ...pages]
}

function record(leastFreeBytes?: number) {
  const failures: unknown[] = []
  const onFailure = (error: unknown) => failures.push(error)
  const options = {
    directory,
    broadcastId: 7,
    onFailure,
    ...(leastFreeBytes !== undefined && { leastFreeBytes }),
  }
  return { recording: new Recording(options), failures }
}

describe('a recording', () => {
  it('[ST22] holds every byte in order', async () => {
    const { recording, failures } = record()
    for (let seconds = 0; seconds < 300; seconds++) recording.append(second.map(() => seconds % 251))
    await recording.close()
    const written = await readFile(join(directory, '7.ogg'))
    expect(written.length).toBe(300 * second.length)
    for (let seconds = 0; seconds < 300; seconds++)
      expect(written[seconds * second.length]).toBe(seconds % 251)
    expect(failures).toEqual([])
  })

  it('[ST102] knows how long it is, with the files of before a restart', async () => {
    const { recording: before } = record()
    for (const page of pagesOf(4)) before.append(page)
    expect(before.lengthMs).toBe(4_000)
    await before.close()
    const { recording: after } = record()
    for (const page of pagesOf(3)) after.append(page)
    await after.close()
    expect(after.lengthMs).toBe(7_000)
  })

  it('[ST102] records although the length of what was there before cannot be read', async () => {
    await mkdir(join(directory, '7.ogg'))
    const { recording, failures } = record()
    for (const page of pagesOf(3)) recording.append(page)
    await recording.close()
    expect([failures, recording.hasFailed, recording.lengthMs]).toEqual([[], false, 3_000])
  })

  it('[ST23] stops before the disk is full, once, and leaves room for others', async () => {
    const { recording, failures } = record(Number.MAX_SAFE_INTEGER)
    for (let seconds = 0; seconds < 10; seconds++) recording.append(second)
    await recording.close()
    recording.append(second)
    expect(failures).toEqual([new Error('The disk is nearly full')])
    expect(recording.hasFailed).toBe(true)
    expect((await readFile(join(directory, '7.ogg'))).length).toBe(0)
  })

  it('[ST23] stops when the disk takes nothing for minutes', async () => {
    const { recording, failures } = record()
    // All at once: nothing can be written meanwhile.
    for (let seconds = 0; seconds < 400; seconds++) recording.append(second)
    await recording.close()
    expect(failures).toEqual([new Error('The disk cannot keep up with the recording')])
    expect(await readdir(directory)).toEqual(['7.ogg'])
  })
})
