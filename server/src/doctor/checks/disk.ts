import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { LEAST_FREE_BYTES } from '../../kernel/free-space.ts'
import { briefReasonOf, type Check, type Finding, fail, ok, sizeText, warn } from '../check.ts'

const SCARCE_BYTES = 5e9
/** An hour of show while it is made ready to be heard again: it is there twice. */
const BYTES_PER_HOUR = 150e6
const SLOW_SYNC_MS = 500
const FOLDERS = ['', 'recordings', 'uploads', 'library', 'dumps']

/** The data folder: whether it can be written, how long the disk takes to write through, what is left. */
export const checkDisk: Check = {
  name: 'disk',
  async look({ config: { dataDir } }) {
    const isNew = !existsSync(dataDir)
    try {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
    } catch (error) {
      return [
        fail(
          `DATA_DIR ${dataDir} cannot be created: ${briefReasonOf(error)}. Create it and give it to the station's user.`,
        ),
      ]
    }
    const findings: Finding[] = []
    if (isNew) findings.push(ok(`DATA_DIR ${dataDir} did not exist and can be created.`))
    for (const name of FOLDERS) findings.push(...(await writeIn(join(dataDir, name))))
    findings.push(...(await openToOthers(dataDir)))
    findings.push(await room(dataDir))
    return findings
  },
}

/** Tells a folder that cannot be written, or takes long; the data folder itself also when it is fine. */
async function writeIn(folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) return []
  const path = join(folder, `.doctor-${randomUUID()}`)
  const startedMs = performance.now()
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile('doctor')
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    return [fail(`${folder} cannot be written: ${briefReasonOf(error)}. Give it to the station's user.`)]
  } finally {
    await rm(path, { force: true })
  }
  const tookMs = Math.round(performance.now() - startedMs)
  if (tookMs <= SLOW_SYNC_MS) return [ok(`${folder} can be written, and synced in ${tookMs} ms.`)]
  return [warn(`${folder} takes ${tookMs} ms to sync: writes will be slow. Use a disk of this machine.`)]
}

/** Secret files lie in folders of the station's user: an existing folder keeps its mode. */
async function openToOthers(dataDir: string): Promise<Finding[]> {
  const mode = (await stat(dataDir)).mode & 0o777
  if ((mode & 0o077) === 0) return []
  return [
    warn(
      `Other users of this machine can read DATA_DIR ${dataDir} (mode ${mode.toString(8)}): chmod 700 it, unless they should.`,
    ),
  ]
}

async function room(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const bytes = bavail * bsize
  const left = `${sizeText(bytes)} are left, about ${Math.floor(bytes / BYTES_PER_HOUR)} hours of show`
  if (bytes < LEAST_FREE_BYTES) return fail(`${left}: nothing is recorded. Free some space.`)
  if (bytes < SCARCE_BYTES)
    return warn(`${left}. Free some space, or let RECORDING_DAYS delete old recordings.`)
  return ok(`${left}.`)
}
