import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestReport } from '@carillon/contract/broadcasts/schemas'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { readPacket } from '@carillon/media/opus/packet'
import { silencePacket } from '@carillon/media/opus/silence'

export type Check = TestReport['checks'][number]

/** Three hours at 160 kbps, and room to spare. */
const MIN_FREE_BYTES = 500 * 1024 * 1024

/** Finding of a check: null when all is well, else the words for a person. */
type Finding = string | null

/** Runs the checks of the stream that a broadcast needs; each is timed and none throws. */
export async function runChecks(stream: { isRunning: boolean; directory: string }): Promise<Check[]> {
  return [
    await check('media server', () => (stream.isRunning ? null : 'The media service is stopped.')),
    await check('encoder', checkEncoder),
    await check('disk', () => checkDisk(stream.directory)),
  ]
}

async function check(name: string, find: () => Finding | Promise<Finding>): Promise<Check> {
  const startedMs = performance.now()
  const finding = await Promise.resolve()
    .then(find)
    .catch((error: unknown) => (error instanceof Error ? error.message : 'failed'))
  const ms = Math.round((performance.now() - startedMs) * 10) / 10
  return { name, ok: finding === null, ms, message: finding ?? 'OK' }
}

function checkEncoder(): Finding {
  const packet = silencePacket(960, 240)
  const page = new OggMuxer({ serialNumber: 1 }).page([packet])
  return readPacket(packet).ok && page.length > packet.length ? null : 'The encoder produces no pages.'
}

async function checkDisk(directory: string): Promise<Finding> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const probe = join(directory, `.check-${process.pid}-${Math.random().toString(36).slice(2)}`)
  await writeFile(probe, 'x', { mode: 0o600 })
  await rm(probe)
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize < MIN_FREE_BYTES ? 'The disk is nearly full: the recording may stop.' : null
}
