import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { completeSwap, findUnfinished, RestoreUnfinished, type Swap, swapInPlace } from './swap.ts'

const SWAP: Swap = {
  of: '/backups/one',
  folders: ['uploads/.aside'],
  aside: [['uploads/a', 'uploads/.aside/a']],
  fresh: [['uploads/.fresh/b', 'uploads/b']],
}

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'swap-'))
  await mkdir(join(dataDir, 'uploads', '.fresh'), { recursive: true })
  await writeFile(join(dataDir, 'uploads', 'a'), 'old')
  await writeFile(join(dataDir, 'uploads', '.fresh', 'b'), 'new')
})
afterEach(() => rm(dataDir, { recursive: true }))

const contentOf = (path: string) => readFile(join(dataDir, 'uploads', path), 'utf8')

async function expectComplete(): Promise<void> {
  expect([await contentOf('.aside/a'), await contentOf('b')]).toEqual(['old', 'new'])
  expect(existsSync(join(dataDir, 'uploads', 'a'))).toBe(false)
  expect(findUnfinished(dataDir)).toBeNull()
}

it('[OP26] what the database may have done is not undone among the files, and says what to do', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const swapping = swapInPlace(dataDir, SWAP, () => Promise.reject(lost))
  const error = await swapping.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RestoreUnfinished)
  expect(error).toMatchObject({
    cause: lost,
    message: expect.stringMatching(/Connection terminated unexpectedly.* Run `npm run restore`/),
  })
  expect(await contentOf('b')).toBe('new')
  expect(findUnfinished(dataDir)).toEqual(SWAP)
  await completeSwap(dataDir, SWAP)
  await expectComplete()
})

it('[OP26] what the database refuses is undone among the files too', async () => {
  await expect(swapInPlace(dataDir, SWAP, refuse)).rejects.toThrow('schema "nowhere" does not exist')
  expect([await contentOf('a'), await contentOf('.fresh/b')]).toEqual(['old', 'new'])
  expect((await readdir(dataDir, { recursive: true })).sort()).toEqual(
    ['uploads', 'uploads/.fresh', 'uploads/.fresh/b', 'uploads/a'].sort(),
  )
})

it('[OP26] a restore that was killed or failed while things were put back can be completed', async () => {
  await writeFile(join(dataDir, 'restoring.json'), JSON.stringify(SWAP))
  await completeSwap(dataDir, SWAP)
  await expectComplete()
})

const refuse = async (): Promise<never> => {
  const database = await PGlite.create()
  try {
    await database.query('ALTER SCHEMA nowhere RENAME TO public')
    return expect.fail('nothing was refused')
  } finally {
    await database.close()
  }
}

it('[OP26] what cannot be put back is completed later, and the first reason is told', async () => {
  const inTheWay = join(dataDir, 'uploads', '.fresh', 'b')
  const swapping = swapInPlace(dataDir, SWAP, async () => {
    await mkdir(inTheWay)
    await refuse()
  })
  const error = await swapping.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RestoreUnfinished)
  expect(error).toMatchObject({
    message: expect.stringContaining('schema "nowhere" does not exist'),
    cause: { code: '3F000' },
  })
  await rm(inTheWay, { recursive: true })
  await completeSwap(dataDir, SWAP)
  await expectComplete()
})

it('[OP26] a folder that cannot be removed again keeps nothing from being restored later', async () => {
  const swapping = swapInPlace(dataDir, SWAP, async () => {
    await writeFile(join(dataDir, 'uploads', '.aside', 'c'), 'of somebody else')
    await refuse()
  })
  await expect(swapping).rejects.toThrow('schema "nowhere" does not exist')
  expect(findUnfinished(dataDir)).toBeNull()
  expect([await contentOf('a'), await contentOf('.fresh/b')]).toEqual(['old', 'new'])
})
