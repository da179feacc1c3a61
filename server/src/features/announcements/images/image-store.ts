import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { UPLOADS_PATH } from '@carillon/contract/announcements/schemas'
import { DAY_MS } from '@carillon/contract/durations'
import { unlessMissing } from '../../../kernel/unless-missing.ts'
import type { Image } from './image.ts'
import { OpenImages } from './open-images.ts'
import { SharedImages } from './shared-images.ts'

/** Time that an upload may wait for the announcement that shows it. */
export const UNUSED_LIMIT_MS = DAY_MS
/** 160 random bits in hexadecimal: anyone who was not given the address does not find it. */
const NAME = /^[a-z0-9]{16,64}\.(jpg|png|webp)$/
const NAME_BYTES = 20

/** The limit for images held in memory. */
export const SHARED_BYTES = 32 * 1024 * 1024

/** A stored image, the type its bytes have, and what to call when it was sent. */
export type StoredImage = { body: Buffer | Readable; size: number; mimeType: string; release(): void }

const MIME_TYPES: Record<Image['extension'], string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

export type ImageStore = ReturnType<typeof createImageStore>

/** The images of announcements, as files in `folder`. They never change: another picture has another name. */
export function createImageStore(folder: string, clock: { now(): number }) {
  const pathOf = (name: string) => join(folder, name)
  const shared = new SharedImages(SHARED_BYTES)
  const openImages = new OpenImages()

  /** Marks a file as used now. */
  const touch = (name: string) => utimes(pathOf(name), new Date(clock.now()), new Date(clock.now()))

  return {
    /** Stores an image that was inspected and gives its address. */
    async add(bytes: Buffer, { extension }: Pick<Image, 'extension'>): Promise<string> {
      const name = `${randomBytes(NAME_BYTES).toString('hex')}.${extension}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(pathOf(name), bytes)
      await touch(name)
      return `${UPLOADS_PATH}/${name}`
    },
    /** An image by its name; null when there is none. Throws TOO_MANY_REQUESTS when as many files are open as may be. */
    async read(name: string): Promise<StoredImage | null> {
      const extension = NAME.exec(name)?.[1] as Image['extension'] | undefined
      if (!extension) return null
      const mimeType = MIME_TYPES[extension]
      const path = pathOf(name)
      const size = (await unlessMissing(stat(path)))?.size ?? null
      if (size === null) return null
      const borrowed = await unlessMissing(shared.borrow(name, size, () => readFile(path)))
      if (borrowed) return { body: borrowed.bytes, size, mimeType, release: borrowed.release }
      const body = await openImages.read(path)
      return body ? { body, size, mimeType, release: () => body.destroy() } : null
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

/** Written beside and renamed: nobody is ever served half of one. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const unfinished = `${path}.part`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
}
