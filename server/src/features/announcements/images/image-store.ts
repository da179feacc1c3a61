import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { UPLOADS_PATH } from '@carillon/contract/announcements'
import type { Image } from './image.ts'

/** How long an upload may wait for the announcement that shows it. */
export const UNUSED_LIMIT_MS = 24 * 60 * 60_000
/** 160 random bits in hexadecimal: whoever was not given the address does not find it. */
const NAME = /^[a-z0-9]{16,64}\.(jpg|png|webp)$/
const NAME_BYTES = 20

/** A stored image and the type its bytes have. */
export type StoredImage = { bytes: Buffer; mimeType: string }

const MIME_TYPES: Record<Image['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export type ImageStore = ReturnType<typeof createImageStore>

/** The images of announcements, as files in `folder`. They never change: another picture has another name. */
export function createImageStore(folder: string, clock: { now(): number }) {
  const pathOf = (name: string) => join(folder, name)

  /** Marks a file as used now. */
  const touch = (name: string) => utimes(pathOf(name), new Date(clock.now()), new Date(clock.now()))

  return {
    /** Stores an image that was inspected and gives its address. */
    async add(bytes: Buffer, { extension }: Pick<Image, 'extension'>): Promise<string> {
      const name = `${randomBytes(NAME_BYTES).toString('hex')}.${extension}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Written beside and renamed: nobody is ever served half of one.
      const unfinished = pathOf(`${name}.part`)
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, pathOf(name))
      await touch(name)
      return `${UPLOADS_PATH}/${name}`
    },
    /** An image by its name; null when there is none. */
    async read(name: string): Promise<StoredImage | null> {
      const extension = NAME.exec(name)?.[1] as Image['extension'] | undefined
      if (!extension) return null
      const bytes = await unlessMissing(readFile(pathOf(name)))
      return bytes && { bytes, mimeType: MIME_TYPES[extension] }
    },
    /** Gives an upload another day to be shown; false when there is none of this address. */
    async keep(url: string): Promise<boolean> {
      const name = url.slice(UPLOADS_PATH.length + 1)
      if (!NAME.test(name)) return false
      return (await unlessMissing(touch(name).then(() => true))) ?? false
    },
    /** Removes what was uploaded a day ago and is not shown. `findShown` says which of some addresses are. */
    async removeUnused(findShown: (urls: readonly string[]) => Promise<Set<string>>): Promise<void> {
      const old = await listOld()
      const shown = await findShown(old.map(urlOf))
      // Between the question and this moment somebody may have come to use it.
      for (const name of old.filter((each) => !shown.has(urlOf(each))))
        if (await isOld(name)) await rm(pathOf(name), { force: true })
    },
  }

  async function listOld(): Promise<string[]> {
    const names = (await unlessMissing(readdir(folder))) ?? []
    const old: string[] = []
    // One at a time: there is no hurry.
    for (const name of names) if (await isOld(name)) old.push(name)
    return old
  }

  async function isOld(name: string): Promise<boolean> {
    const found = await unlessMissing(stat(pathOf(name)))
    return found?.isFile() === true && clock.now() - found.mtimeMs > UNUSED_LIMIT_MS
  }
}

const urlOf = (name: string) => `${UPLOADS_PATH}/${name}`

/** Null for a file that is not there. */
async function unlessMissing<T>(read: Promise<T>): Promise<T | null> {
  return read.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
}
