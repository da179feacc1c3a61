import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { HOUR_MS, MINUTE_MS } from '@carillon/contract/durations'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPeerFetcher } from './fetch-from-peer.ts'
import { createRecordingFiles } from './files.ts'

const WHOLE = Buffer.from('what the other instance has')

let folder: string
let nowMs: number
let errors: string[]
const closers: (() => unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  nowMs = 0
  errors = []
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  await rm(folder, { recursive: true })
})

function bringing({ others = [] as string[], isCurrent = true } = {}) {
  const files = createRecordingFiles(folder)
  const bring = createPeerFetcher(
    {
      clock: { now: () => nowMs },
      instances: { url: () => 'http://127.0.0.1:1', key: 'key' },
      onError: (error) => errors.push(String(error)),
      findHolders: async () => others,
      isCurrent: async () => isCurrent,
      onBrought: () => undefined,
    },
    files,
  )
  const bringIt = (known: { broadcastId: number; bytes: number; holder: string | null; sha256?: string }) =>
    bring({ sha256: null, ...known })
  return { bring: bringIt, files }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Hears requests and never says a word, as a machine that was switched off. Counts them. */
async function startSilent() {
  const seen = { requests: 0, holder: '' }
  const server = createServer((socket) => {
    socket.once('data', () => seen.requests++)
    socket.on('error', () => socket.destroy())
    closers.push(() => socket.destroy())
  })
  seen.holder = await listen(server)
  return seen
}

/** An instance that has the recording, and waits for `open` with its bytes. */
async function startHolder(open: Promise<void> = Promise.resolve()) {
  const seen = { requests: 0, holder: '' }
  const server = createHttpServer(async (_, response) => {
    seen.requests++
    response.writeHead(200, { 'Content-Length': WHOLE.length }).flushHeaders()
    await open
    response.end(WHOLE)
  })
  seen.holder = await listen(server)
  return seen
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10))
}

const bytes = WHOLE.length
const sha256 = createHash('sha256').update(WHOLE).digest('hex')
const WHOLE_VERSION = { bytes, sha256 }
const always = async () => true
const contentOf = (id: number) => readFile(join(folder, 'shows', `${id}.ogg`), 'utf8')

it('[RE10] who plays a show whose instance says nothing waits once a minute, whichever show it is', {
  timeout: 30_000,
}, async () => {
  const { bring } = bringing()
  const silent = await startSilent()
  const { holder } = silent
  await bring({ broadcastId: 7, bytes, holder })
  expect([silent.requests, errors]).toEqual([1, [expect.stringContaining('does not answer')]])
  nowMs = MINUTE_MS - 1
  await bring({ broadcastId: 7, bytes, holder })
  await bring({ broadcastId: 8, bytes, holder })
  expect(silent.requests).toBe(1)
  nowMs = MINUTE_MS
  await bring({ broadcastId: 7, bytes, holder })
  expect(silent.requests).toBe(2)
})

it('[RE10] who plays a show that is here in another version does not wait for the one elsewhere', async () => {
  const { bring } = bringing()
  await mkdir(join(folder, 'shows'))
  await writeFile(join(folder, 'shows', '7.ogg'), 'shorter')
  const { promise, resolve } = Promise.withResolvers<void>()
  const { holder } = await startHolder(promise)
  await bring({ broadcastId: 7, bytes, holder })
  expect(await contentOf(7)).toBe('shorter')
  resolve()
  await until(async () => (await contentOf(7)) === WHOLE.toString())
  expect(errors).toEqual([])
})

it('[RE10] what another instance has is brought once for all who ask', async () => {
  const { bring } = bringing()
  const seen = await startHolder()
  const { holder } = seen
  await Promise.all([1, 2, 3].map(() => bring({ broadcastId: 7, bytes, holder })))
  await bring({ broadcastId: 7, bytes, holder })
  expect([await contentOf(7), seen.requests]).toEqual([WHOLE.toString(), 1])
})

it('[RE11] a recording that has no room is not brought, and nothing of it is kept', async () => {
  const { bring } = bringing()
  const { holder } = await startHolder()
  await bring({ broadcastId: 7, bytes: Number.MAX_SAFE_INTEGER, holder })
  expect(errors).toEqual([expect.stringContaining('no room left on')])
  expect(await readdir(join(folder, 'shows'))).toEqual([])
})

it('[RE11] what a process that was killed has left half written is removed, and nothing that is written now', async () => {
  await mkdir(join(folder, 'shows'))
  for (const name of ['7.ogg.one.copy', '7.ogg.two.part', '7.ogg'])
    await writeFile(join(folder, 'shows', name), 'left')
  const { files } = bringing()
  const copying = files.placeCopy({ broadcastId: 8, ...WHOLE_VERSION }, Readable.from([WHOLE]), always)
  await files.removeUnfinished()
  await copying
  expect((await readdir(join(folder, 'shows'))).sort()).toEqual(['7.ogg', '8.ogg'])
})

it('[RE11] what could not be removed fails that copy alone, closes it, and is removed before the next', async () => {
  const { files } = bringing()
  await writeFile(join(folder, 'shows'), 'no folder')
  await expect(files.removeUnfinished()).rejects.toThrow('ENOTDIR')
  const copy = Readable.from([WHOLE])
  await expect(files.placeCopy({ broadcastId: 7, ...WHOLE_VERSION }, copy, always)).rejects.toThrow('ENOTDIR')
  expect(copy.destroyed).toBe(true)
  await rm(join(folder, 'shows'))
  await mkdir(join(folder, 'shows'))
  await writeFile(join(folder, 'shows', '8.ogg.one.copy'), 'left')
  await files.placeCopy({ broadcastId: 7, ...WHOLE_VERSION }, Readable.from([WHOLE]), always)
  expect(await readdir(join(folder, 'shows'))).toEqual(['7.ogg'])
})

it('[RE12] what could not be brought is tried at once when the clock was set back', async () => {
  const { bring } = bringing()
  const seen = await startHolder()
  const { holder } = seen
  nowMs = HOUR_MS
  await bring({ broadcastId: 7, bytes: bytes + 1, holder })
  expect([seen.requests, errors.length]).toEqual([1, 1])
  nowMs = 0
  await bring({ broadcastId: 7, bytes, holder })
  expect(await contentOf(7)).toBe(WHOLE.toString())
})

it('[RE34] what one instance does not give is brought from the next that has it', async () => {
  const { holder } = await startHolder()
  const { bring } = bringing({ others: ['http://127.0.0.1:9', holder] })
  await bring({ broadcastId: 7, bytes, sha256, holder: 'http://127.0.0.1:1' })
  expect([await contentOf(7), errors]).toEqual([WHOLE.toString(), []])
})

it('[RE32] a version that counts no more once it is here is not put in place', async () => {
  const { holder } = await startHolder()
  const { bring } = bringing({ isCurrent: false })
  await bring({ broadcastId: 7, bytes, sha256, holder })
  expect([await readdir(join(folder, 'shows')), errors]).toEqual([
    [],
    [expect.stringContaining('counts no more')],
  ])
})

it('[RE32] nothing is put over a file that was recorded here', async () => {
  const seen = await startHolder()
  const { holder } = seen
  const { bring, files } = bringing()
  const own = Buffer.from(new OggMuxer({ serialNumber: 5 }).headerPages())
  await mkdir(join(folder, 'shows'))
  await writeFile(join(folder, 'shows', '7.ogg'), own)
  await writeFile(join(folder, 'shows', '7.5.map'), '')
  await bring({ broadcastId: 7, bytes, sha256, holder })
  const copy = Readable.from([WHOLE])
  await expect(files.placeCopy({ broadcastId: 7, ...WHOLE_VERSION }, copy, always)).rejects.toThrow(
    'counts no more',
  )
  expect([await contentOf(7), seen.requests, errors]).toEqual([own.toString(), 0, []])
  await files.removeMaps(7, { isAll: true })
  await files.placeCopy({ broadcastId: 7, ...WHOLE_VERSION }, Readable.from([WHOLE]), always)
  expect(await contentOf(7)).toBe(WHOLE.toString())
})
