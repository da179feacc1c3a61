import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findCommand, freePort } from './processes.ts'

const START_LIMIT_MS = 30_000
const NOBODY = 65_534

/** A PostgreSQL server of its own, in a temporary folder. */
export type TemporaryPostgres = {
  url: string
  /** Of the process that was started first. */
  pid: number
  /** Ends it, until `resume`: what it holds stays. */
  halt: () => Promise<void>
  resume: () => Promise<void>
  /** Ends it and removes the folder. */
  stop: () => Promise<void>
}

/** The folder of PostgreSQL's programs; Debian keeps the newest version's off PATH. */
export function findPostgresFolder(): string | null {
  const onPath = findCommand('initdb')
  if (onPath) return dirname(onPath)
  const found = globSync('/usr/lib/postgresql/*/bin/initdb').sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return found.length > 0 ? dirname(found[found.length - 1] ?? '') : null
}

/**
 * Starts a server on a free port of 127.0.0.1; as another user when this one is root, which PostgreSQL refuses. Its
 * folder is made in `parent`.
 */
export async function startPostgres(programs: string, parent = tmpdir()): Promise<TemporaryPostgres> {
  const folder = mkdtempSync(join(parent, 'carillon-postgres-'))
  const user = ordinaryUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const settings = { cwd: folder, ...user }
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'carillon', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    {
      ...settings,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const port = await freePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=200',
  ]
  const args = ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])]
  const run = async () => {
    const server = spawn(join(programs, 'postgres'), args, { ...settings, stdio: 'ignore' })
    await waitUntilReady(port, () => server.exitCode !== null)
    return server
  }
  let server = await run()
  const { pid } = server
  if (pid === undefined) throw new Error('PostgreSQL did not start')
  const halt = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    // SIGINT is PostgreSQL's fast shutdown: it drops the sessions that are left.
    server.kill('SIGINT')
    await gone
  }
  return {
    url: `postgres://carillon@127.0.0.1:${port}/postgres`,
    pid,
    halt,
    async resume() {
      server = await run()
    },
    async stop() {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ordinaryUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  try {
    const uid = Number(execFileSync('id', ['-u', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    const gid = Number(execFileSync('id', ['-g', 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid, gid }
  } catch {
    return { uid: NOBODY, gid: NOBODY }
  }
}

async function waitUntilReady(port: number, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline && !hasEnded()) {
    if (await letsIn(port)) return
    await delay(50)
  }
  throw new Error('PostgreSQL did not start')
}

/** Its port opens a moment before it lets anybody in: its first byte is `R` then, before that `E`. */
function letsIn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(startupMessage()))
    const settle = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.once('data', (bytes) => settle(bytes[0] === 0x52))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
  })
}

/** PostgreSQL, Message Formats, StartupMessage: length, protocol 3.0, who asks for which database. */
function startupMessage(): Buffer {
  const parameters = Buffer.from('user\0carillon\0database\0postgres\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(head.length + parameters.length)
  head.writeInt32BE(3 << 16, 4)
  return Buffer.concat([head, parameters])
}
