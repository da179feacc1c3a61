import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findCommand } from '@carillon/testkit/processes'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import type { FaultRig } from './lib/fault-rig.ts'
import { lacksSmallDisk, SmallDisk } from './lib/small-disk.ts'

/** The station leaves 100 MB free, and asks for an upload twice: what arrives, and what is kept of it. */
const MEGABYTES = 200
const UPLOAD_BYTES = 20_000_000
const FIRST_BYTES = 1_000_000
const LIMIT_MS = 30_000
const QUIET_MS = 5_000

/** The library is on a disk of its own: what is on air has nothing to do with it. */
export const diskFullUpload: Fault = {
  name: 'disk-full-upload',
  sentence: 'The disk of the library fills up while a file arrives, and has room again.',
  lacks: () => lacksSmallDisk() ?? (findCommand('ffmpeg') ? null : 'no ffmpeg on this machine'),
  async run(context) {
    const disk = new SmallDisk(MEGABYTES)
    context.atEnd(() => disk.remove())
    const dataDir = mkdtempSync(join(tmpdir(), 'carillon-upload-'))
    context.atEnd(() => rmSync(dataDir, { recursive: true }))
    const folder = join(disk.folder, 'library')
    mkdirSync(folder)
    symlinkSync(folder, join(dataDir, 'library'))
    const rig = await context.open({ environment: { DATA_DIR: dataDir } })
    let refused = ''
    let taken = ''
    let refusedMs = 0
    await context.measure(rig, async () => {
      const arriving = open(rig, UPLOAD_BYTES)
      arriving.write(Buffer.alloc(FIRST_BYTES))
      await until(() => readdirSync(folder).length > 0, LIMIT_MS, 'the file arrives')
      disk.fill()
      const filledAt = performance.now()
      arriving.end(Buffer.alloc(UPLOAD_BYTES - FIRST_BYTES))
      refused = await answerOf(arriving)
      refusedMs = performance.now() - filledAt
      context.promise(
        refused === '507 NO_ROOM',
        `the upload is refused for want of room, not with ${refused}`,
      )
      context.promise(readdirSync(folder).length === 0, 'nothing of it stays')
      await delay(QUIET_MS)
      disk.free()
      const sound = oggOpus()
      const next = open(rig, sound.length)
      next.end(sound)
      taken = await answerOf(next)
      context.promise(taken === '201', `an upload is taken again, not answered with ${taken}`)
    })
    return `${refused} after ${(refusedMs / 1000).toFixed(1)} s; with room again the next is answered with ${taken}`
  },
}

function open({ station, dj }: FaultRig, length: number): ClientRequest {
  const opened = request(`${station.origin}/api/library/upload?title=Tone`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${dj.api.token}`,
      'content-type': 'audio/ogg',
      'content-length': length,
    },
  })
  // Who is refused may be cut while still sending: the answer has come by then.
  opened.on('error', () => undefined)
  return opened
}

/** Status and code of the answer. */
async function answerOf(sent: ClientRequest): Promise<string> {
  // Not by `once` of events: an error after the answer, while the rest is still being sent, is none of ours.
  const reply = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  const { code } = JSON.parse(await text(reply)) as { code?: string }
  return [reply.statusCode, code].filter(Boolean).join(' ')
}

async function text(reply: IncomingMessage): Promise<string> {
  let all = ''
  for await (const part of reply.setEncoding('utf8')) all += part
  return all
}

/** Three seconds of a tone. */
function oggOpus(): Buffer {
  const options = ['-f', 'lavfi', '-i', 'sine=f=330:r=48000:d=3', '-c:a', 'libopus', '-f', 'ogg', '-']
  return execFileSync('ffmpeg', ['-v', 'error', ...options])
}
