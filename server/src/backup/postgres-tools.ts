import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { findProgram } from '../kernel/find-program.ts'
import { BackupRefused } from './manifest.ts'

/** A PostgreSQL's address for its own tools: the password apart, since others can read the words of a command. */
type ToolAddress = { address: string; env: NodeJS.ProcessEnv }

/** Runs a tool of PostgreSQL on a database. Throws BackupRefused with what it said. */
export async function runPostgresTool(name: string, databaseUrl: string, args: string[]): Promise<void> {
  const path = findTool(name)
  const { address, env } = toolAddress(databaseUrl)
  const child = spawn(path, [...args, '--no-password', `--dbname=${address}`], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (bytes) => {
    said = (said + bytes).slice(-4_000)
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new BackupRefused(`${name} failed: ${said.trim()}`)
}

/**
 * Runs what pg_restore writes for a dump through psql, between these statements, as one transaction. Anyone who of the three
 * programs is killed: psql sees its input end without COMMIT, and nothing has happened. (Its own --single-transaction
 * would commit there.) Throws BackupRefused with what they said.
 */
export async function restoreInTransaction(
  databaseUrl: string,
  { dump, before, after }: { dump: string; before: string; after: string },
): Promise<void> {
  const { address, env } = toolAddress(databaseUrl)
  const options = ['--schema=public', '--no-owner', '--no-privileges', '--exit-on-error', '--file=-']
  const reader = spawn(findTool('pg_restore'), [...options, dump], { stdio: ['ignore', 'pipe', 'pipe'] })
  const writer = spawn(
    findTool('psql'),
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--no-password', `--dbname=${address}`, '--file=-'],
    { env, stdio: ['pipe', 'ignore', 'pipe'] },
  )
  let said = ''
  for (const { stderr } of [reader, writer])
    stderr.on('data', (bytes) => {
      said = (said + bytes).slice(-4_000)
    })
  const [readerEnd, writerEnd] = [once(reader, 'close'), once(writer, 'close')]
  writer.stdin.on('error', () => undefined) // psql ended early: its code says so
  writer.stdin.write(`BEGIN;\n${before}\n`)
  const isRead = await pipeline(reader.stdout, writer.stdin, { end: false }).then(
    async () => (await readerEnd)[0] === 0,
    () => false,
  )
  writer.stdin.end(isRead ? `\n${after}\nCOMMIT;\n` : undefined)
  const [code] = await writerEnd
  if (!isRead || code !== 0) throw new BackupRefused(`The dump cannot be brought in: ${said.trim()}`)
}

/** Throws BackupRefused unless the tool is there and no older than the server, which it could not read. */
export async function requireTool(name: string, serverVersion: string): Promise<void> {
  const path = findTool(name)
  const child = spawn(path, ['--version'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += bytes
  })
  await once(child, 'close')
  const tool = majorOf(/(\d+(?:\.\d+)*)/.exec(said)?.[1] ?? '')
  const server = majorOf(serverVersion)
  if (tool >= server) return
  throw new BackupRefused(
    `${name} is version ${tool} and the server ${server}: install postgresql-client-${server} or newer.`,
  )
}

function findTool(name: string): string {
  const path = findProgram(name, process.env.PATH ?? '')
  if (path) return path
  throw new BackupRefused(`${name} is not on PATH: install PostgreSQL's client programs (postgresql-client).`)
}

function toolAddress(databaseUrl: string): ToolAddress {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  return { address: url.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}
