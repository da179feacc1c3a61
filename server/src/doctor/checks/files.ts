import { readFile } from 'node:fs/promises'
import { type Check, fail, ok, warn } from '../check.ts'

/** Of descriptors, for what is not a listener: the database, files, sockets of pages. */
const RESERVED = 200
const LEAST = 1_024
const SCARCE = 8_192

/** Check of the connections that the system lets the station have: of the station that runs, else of the caller. */
export const checkFiles: Check = {
  name: 'files',
  async look({ running }) {
    const limit = await readLimit(running?.pid ?? null)
    if (limit === null) return [ok('This system does not say how many files may be open.')]
    const room = `${limit} open files: room for about ${Math.max(0, limit - RESERVED)} connections`
    const advice = 'Raise it: LimitNOFILE=65536 in the service, ulimits in the container'
    if (limit < LEAST) return [fail(`${room}. ${advice}.`)]
    if (limit < SCARCE) return [warn(`${room}. ${advice}.`)]
    return [ok(`${room}.`)]
  },
}

/** Node raises its own limit as far as it may. Null where there is no /proc. */
async function readLimit(pid: number | null): Promise<number | null> {
  const limits =
    (await readLimits(pid === null ? 'self' : String(pid))) ??
    (pid === null ? null : await readLimits('self'))
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits ?? '')?.[1]
  if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER
  return soft === undefined ? null : Number(soft)
}

/** A process of another user, or of another container, is not ours to look at. */
async function readLimits(process: string): Promise<string | null> {
  return readFile(`/proc/${process}/limits`, 'utf8').catch(() => null)
}
