import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MINUTE_MS } from '@carillon/contract/durations'
import { createTransport } from 'nodemailer'
import type { Clock } from '../kernel/clock.ts'
import { oldestFirst } from '../kernel/timestamp.ts'
import type { Sender, Transport } from './mail.ts'

/** Folder of mails that no server takes, and the callback for each file. */
export type OutboxOptions = { folder: string; from: Sender; clock: Clock; onWritten(path: string): void }

/** Old mails hold nothing that is still good. */
export const KEPT_MAILS = 100

/**
 * Writes each mail as a file that mail programs open (`<moment>-<id>.eml`, RFC 5322), whole or not at all. The newest
 * 100 are kept.
 */
export function createOutbox({ folder, from, clock, onWritten }: OutboxOptions): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async deliver({ to, subject, text }) {
      const date = new Date(clock.now())
      const { message } = await composer.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        date,
        textEncoding: 'quoted-printable',
      })
      const path = join(folder, `${stemOf(date.getTime())}-${randomUUID().slice(0, 8)}.eml`)
      await writeWhole(folder, path, message)
      onWritten(path)
      await removeOldest(folder, date.getTime())
    },
    close: () => composer.close(),
  }
}

/** The mails hold codes: nobody but the station's own user reads them. */
async function writeWhole(folder: string, path: string, message: Buffer | NodeJS.ReadableStream) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${path}.part`, message, { mode: 0o600 })
  await rename(`${path}.part`, path)
}

/** Beginning of a name: the order of names is the order of time. */
const stemOf = (ms: number) => new Date(ms).toISOString().replaceAll(':', '-')

/** Removes the oldest mails, and leftovers of a crash. Mails that are written together may be later than this one. */
async function removeOldest(folder: string, writtenMs: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.eml(\.part)?$/.test(name))
  const old = oldestFirst(names, stemOf(writtenMs + MINUTE_MS)).slice(0, -KEPT_MAILS)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
}
