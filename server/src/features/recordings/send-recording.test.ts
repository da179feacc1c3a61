import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../kernel/app-error.ts'
import { sendRecording } from './send-recording.ts'
import type { StoredRecording } from './table.ts'
import { createTransfers } from './transfers.ts'

const SOUND = Buffer.alloc(100_000, 'sound ')
const LONGER = Buffer.alloc(150_000, 'longer ')

const RECORDING: StoredRecording = {
  broadcastId: 7,
  bytes: SOUND.length,
  durationMs: 10_000,
  peaks: Buffer.alloc(0),
  isPublic: true,
  isKept: false,
  recordedAt: new Date(0),
  holder: null,
  sha256: null,
  title: 'Harana Hour',
  createdById: 1,
  startedById: null,
}

describe('a recording that is asked for in the moment', () => {
  let folder: string
  const path = () => join(folder, 'shows', '7.ogg')
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'send-file-'))
    await mkdir(join(folder, 'shows'))
    await writeFile(path(), SOUND)
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** Asks for it; `between` happens after its name was looked up, before its file is open. */
  async function ask(
    between: (transfers: ReturnType<typeof createTransfers>) => void,
    last = async () => RECORDING,
  ) {
    const transfers = createTransfers()
    const files: Readable[] = []
    const add: typeof transfers.add = (file, whose) => {
      transfers.add(file, whose)
      files.push(file)
      between(transfers)
    }
    const app = Fastify()
    app.setErrorHandler((error, _, reply) =>
      reply.code(error instanceof AppError ? error.status : 500).send(),
    )
    app.get('/recordings/7.ogg', (request, reply) =>
      sendRecording(
        request,
        reply,
        { folder: join(folder, 'shows'), known: RECORDING, person: null, find: last },
        { add },
      ),
    )
    const { statusCode, headers, rawPayload } = await app.inject('/recordings/7.ogg')
    await app.close()
    return { statusCode, length: Number(headers['content-length']), body: rawPayload, files }
  }

  it('[RE621] in which it is removed is not found', async () => {
    expect(await ask(() => rmSync(path()))).toMatchObject({ statusCode: 404 })
  })

  it('[RE621] in which its transfers are ended is not found', async () => {
    expect(await ask((transfers) => transfers.cutShow(7))).toMatchObject({ statusCode: 404 })
  })

  it('[RE621] in which a longer version takes its place is that one, whole', async () => {
    let times = 0
    const { statusCode, length, body } = await ask(() => {
      times += 1
      if (times > 1) return
      writeFileSync(`${path()}.new`, LONGER)
      renameSync(`${path()}.new`, path())
    })
    expect([statusCode, length, times]).toEqual([200, LONGER.length, 2])
    expect(body.equals(LONGER)).toBe(true)
  })

  it('[RE621] in which it becomes private is not found, and its file is closed', async () => {
    const { statusCode, files } = await ask(
      () => undefined,
      async () => {
        throw new AppError('NOT_FOUND')
      },
    )
    expect(statusCode).toBe(404)
    expect(files.map(({ destroyed }) => destroyed)).toEqual([true])
  })

  it('[RE621] in which nothing happens is sent', async () => {
    const { statusCode, body } = await ask(() => undefined)
    expect([statusCode, body.equals(SOUND)]).toEqual([200, true])
  })
})
