/** `npm run image`: carries out the steps of deploy/Dockerfile without an engine, and starts the station that comes out. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { lastOf } from './lib/dockerfile.ts'
import { freePort } from './lib/processes.ts'
import { type TriedImage, tryImage } from './lib/try-image.ts'

const START_LIMIT_MS = 120_000
const context = join(import.meta.dirname, '..')

const image = await tryImage({ file: join(context, 'deploy/Dockerfile'), context, onStep: console.log })
try {
  await startIt(image)
} finally {
  rmSync(join(image.root, '..'), { recursive: true, force: true })
}

/** Starts what CMD says with what ENV says and nothing else, until HEALTHCHECK is content; then stops it as told. */
async function startIt({ root, stage, command, environment }: TriedImage): Promise<void> {
  const port = await freePort()
  const env = {
    ...environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    ADMIN_EMAIL: 'admin@station.test',
    ADMIN_PASSWORD: 'not a secret',
    LOG_LEVEL: 'warn',
  }
  const cwd = join(root, lastOf(stage, 'WORKDIR') ?? '/')
  const [name = '', ...args] = command
  console.log(`CMD ${command.join(' ')}`)
  const station = spawn('env', ['-i', ...pairs(env), name, ...args], { cwd, stdio: 'inherit' })
  const ended = once(station, 'exit')
  const check = JSON.parse(/CMD (\[.*\])$/.exec(lastOf(stage, 'HEALTHCHECK') ?? '')?.[1] ?? '[]') as string[]
  const isHealthy = async () => {
    const [code] = await once(spawn('env', ['-i', ...pairs(env), ...check], { cwd, stdio: 'ignore' }), 'exit')
    return code === 0
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await isHealthy())) {
    if (station.exitCode !== null || Date.now() > deadline) throw new Error('HEALTHCHECK was never content')
    await delay(250)
  }
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
  station.kill(lastOf(stage, 'STOPSIGNAL') as NodeJS.Signals)
  const [code] = await ended
  if (page.status !== 200 || code !== 0) throw new Error(`the page answered ${page.status}, the stop ${code}`)
  console.log(
    `HEALTHCHECK is content, / answers ${page.status}, ${lastOf(stage, 'STOPSIGNAL')} ends it with ${code}`,
  )
}

function pairs(env: Record<string, string>): string[] {
  return Object.entries(env).map(([name, value]) => `${name}=${value}`)
}
