import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@carillon/testkit/processes'
import { lastOf } from './dockerfile.ts'
import { commandWith, type TriedImage } from './try-image.ts'

const START_LIMIT_MS = 20_000
/**
 * Icecast 2.4.4 may die of a question that comes before its statistics have begun, when the composition starts it again,
 * and of a fault of its own while it is stopped.
 */
const MAX_STARTS = 5
const PATH = '/usr/local/bin:/usr/bin:/bin'
const SECRETS = {
  ICECAST_SOURCE_PASSWORD: 'of-the-source',
  ICECAST_ADMIN_PASSWORD: 'of-the-admin',
  ICECAST_RELAY_PASSWORD: 'of-the-relay',
}
/** Invalid environments and their messages. */
const WRONG: readonly [Record<string, string>, RegExp][] = [
  ...Object.keys(SECRETS).map((name): [Record<string, string>, RegExp] => [
    { [name]: '' },
    new RegExp(`${name}.* is not set`),
  ]),
  [{ ICECAST_ADMIN_PASSWORD: '<a|b>' }, /letters, digits/],
  [{ ICECAST_HOSTNAME: 'radio|example' }, /ICECAST_HOSTNAME/],
  [{ ICECAST_PORT: 'eight thousand' }, /ICECAST_PORT/],
]

type Settings = Record<string, string> & { ICECAST_CONFIG: string }
type Run = { child: ChildProcess; complaints: () => string; code: Promise<number | NodeJS.Signals | null> }

/**
 * Starts what CMD says as the user it names: with each wrong environment it must say what is wrong, with a right one be
 * an Icecast that knows its passwords. Gives what it saw in one line; throws when one of these fails.
 */
export async function tryIcecast(image: TriedImage): Promise<string> {
  console.log(`CMD ${image.command.join(' ')}`)
  const folder = join(image.root, 'tmp')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  chmodSync(join(image.root, '..'), 0o755)
  const settings = { ...SECRETS, PATH, ICECAST_CONFIG: join(folder, 'icecast.xml') }
  for (const [wrong, words] of WRONG) {
    const { code, complaints } = start(image, { ...settings, ...wrong })
    const ending = await code
    if (ending === 0 || !words.test(complaints()))
      throw new Error(`with ${JSON.stringify(wrong)} it ended with ${ending} and said ${complaints()}`)
  }
  for (let starts = 1; ; starts++) {
    const { code, complaints } = await lives(image, settings)
    const ending = await code
    if (ending === 0) break
    if (ending !== 'SIGSEGV' || starts === MAX_STARTS)
      throw new Error(`the stop ended with ${ending}: ${complaints()}`)
  }
  return `it says what is wrong in ${WRONG.length} environments; it listens, knows its passwords, and ends with 0`
}

/** One life of it, to the signal that stops it. */
async function lives(image: TriedImage, settings: Settings): Promise<Run> {
  const port = await freePort()
  const run = await untilItAnswers(image, { ...settings, ICECAST_PORT: String(port) }, port)
  const stop = () => run.child.kill(lastOf(image.stage, 'STOPSIGNAL') as NodeJS.Signals)
  try {
    await knowsItsPasswords(port)
    if (/@[A-Z_]+@/.test(readFileSync(settings.ICECAST_CONFIG, 'utf8')))
      throw new Error('its configuration was not filled in')
  } catch (error) {
    stop()
    // It may have died while it was asked.
    if ((await run.code) !== 'SIGSEGV') throw error
  }
  stop()
  return run
}

function start({ root, stage, command }: TriedImage, env: Record<string, string>): Run {
  // Only root may become the user of the image; Icecast refuses to be root.
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? idsOf(lastOf(stage, 'USER') ?? '') : {}
  const cwd = join(root, lastOf(stage, 'WORKDIR') ?? '/')
  const child = spawn('env', commandWith(env, command), { cwd, stdio: ['ignore', 'ignore', 'pipe'], ...user })
  let said = ''
  child.stderr.on('data', (text) => {
    said = (said + text).slice(-4_000)
  })
  const code = once(child, 'close').then(() => child.exitCode ?? child.signalCode)
  return { child, complaints: () => said, code }
}

async function untilItAnswers(image: TriedImage, env: Record<string, string>, port: number): Promise<Run> {
  let said = ''
  for (let starts = 0; starts < MAX_STARTS; starts++) {
    const run = start(image, env)
    const isAlive = () => run.child.exitCode === null && run.child.signalCode === null
    for (const untilMs = Date.now() + START_LIMIT_MS; isAlive() && Date.now() < untilMs; await delay(50)) {
      const reply = await fetch(`http://127.0.0.1:${port}/status-json.xsl`).catch(() => null)
      if (reply?.ok) return run
    }
    run.child.kill('SIGKILL')
    await run.code
    said = run.complaints()
  }
  throw new Error(`it never answered: ${said}`)
}

async function knowsItsPasswords(port: number): Promise<void> {
  const statsAs = async (name: string, password: string) => {
    const headers = { authorization: basic(name, password) }
    return (await fetch(`http://127.0.0.1:${port}/admin/stats`, { headers })).status
  }
  const seen = [
    await statsAs('admin', SECRETS.ICECAST_ADMIN_PASSWORD),
    await statsAs('admin', SECRETS.ICECAST_SOURCE_PASSWORD),
    await statusOfSource(port, SECRETS.ICECAST_SOURCE_PASSWORD),
    await statusOfSource(port, SECRETS.ICECAST_ADMIN_PASSWORD),
  ]
  if (seen.join() !== '200,401,100,401') throw new Error(`its passwords answered ${seen.join()}`)
}

/** Returns the status that a source gets which asks whether it may send; it sends nothing. */
async function statusOfSource(port: number, password: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const head = [
    'PUT /live.ogg HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: ${basic('source', password)}`,
    'Content-Type: audio/ogg',
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const closed = once(socket, 'close').then(() => {
    throw new Error('Icecast hung up on a source without an answer')
  })
  const [answer] = (await Promise.race([once(socket, 'data'), closed])) as [Buffer]
  socket.destroy()
  return Number(String(answer).split(' ')[1])
}

function basic(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
}

function idsOf(user: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
