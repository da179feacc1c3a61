import { randomUUID } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SECOND_MS } from '@carillon/contract/durations'
import { briefReasonOf, type Check, type Finding, fail, ok, warn } from '../check.ts'

const TOLERATED_MS = 2_000
/** This program is younger: a clock before it is one that was never set. */
const YOUNGEST = Date.parse('2026-01-01T00:00:00Z')

/** This machine's clock against the file system's, and the zone of planned times. The database's is told with it. */
export const checkClock: Check = {
  name: 'clock',
  async look({ config: { dataDir, timeZone }, now }) {
    if (now() < YOUNGEST)
      return [fail(`It is not ${new Date(now()).toISOString()}: set the clock, and let NTP keep it.`)]
    return [await againstFiles(dataDir, now), zone(timeZone, now())]
  },
}

async function againstFiles(dataDir: string, now: () => number): Promise<Finding> {
  const path = join(dataDir, `.doctor-${randomUUID()}`)
  try {
    await writeFile(path, '')
    const { mtimeMs } = await stat(path)
    const offMs = Math.round(Math.abs(now() - mtimeMs))
    if (offMs <= TOLERATED_MS) return ok("The clock and the disk's agree.")
    return warn(`The clock and the disk's are ${offMs / SECOND_MS} s apart: let NTP keep both.`)
  } catch (error) {
    return fail(`The disk's clock cannot be read: ${briefReasonOf(error)}.`)
  } finally {
    await rm(path, { force: true }).catch(() => undefined) // where it could not be written there is nothing
  }
}

function zone(timeZone: string, nowMs: number): Finding {
  const style = { timeZone, dateStyle: 'medium', timeStyle: 'short' } as const
  const there = new Intl.DateTimeFormat('en-GB', style).format(nowMs)
  return ok(`In ${timeZone} it is ${there}.`)
}
