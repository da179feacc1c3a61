import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from './unless-missing.ts'

/** Name of a file that is not whole yet. */
const UNFINISHED = /\.(part|copy)$/

/** Files that are being written beside their final names in `folder`, so that no reader is ever served half of one. */
export class UnfinishedFiles {
  readonly #folder: string
  /** Is in the names of what this process writes: that is never taken for something left. */
  readonly #own = randomUUID()
  #removed: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Removes what a process that was killed has left; once, unless it failed. */
  removeLeftovers(): Promise<void> {
    this.#removed ??= this.#remove((name) => UNFINISHED.test(name) && !name.includes(this.#own)).catch(
      (error: unknown) => {
        this.#removed = undefined // the next who asks tries again
        throw error
      },
    )
    return this.#removed
  }

  /** Removes every part, whoever writes it. */
  removeParts(): Promise<void> {
    return this.#remove((name) => name.endsWith('.part'))
  }

  /** Gives `write` a path and renames what is there to `path`, unless null was returned. Throws what `write` throws. */
  async write<T>(
    path: string,
    ending: 'part' | 'copy',
    write: (unfinished: string) => Promise<T | null>,
  ): Promise<T | null> {
    const unfinished = `${path}.${this.#own}.${randomUUID()}.${ending}`
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const written = await write(unfinished)
      if (written === null) return null
      await rename(unfinished, path)
      return written
    } finally {
      await rm(unfinished, { force: true })
    }
  }

  async #remove(isMeant: (name: string) => boolean): Promise<void> {
    for (const name of (await unlessMissing(readdir(this.#folder))) ?? [])
      if (isMeant(name)) await rm(join(this.#folder, name), { force: true })
  }
}
