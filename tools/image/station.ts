import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@carillon/testkit/processes'
import { lastOf } from './dockerfile.ts'
import { commandWith, type TriedImage } from './try-image.ts'

const START_LIMIT_MS = 120_000

/**
 * Starts what CMD says with what ENV says and nothing else, until HEALTHCHECK is content; then stops it as told. Gives
 * what it saw in one line; throws when one of these fails.
 */
export async function tryStation({ root, stage, command, environment }: TriedImage): Promise<string> {
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
  console.log(`CMD ${command.join(' ')}`)
  const station = spawn('env', commandWith(env, command), { cwd, stdio: 'inherit' })
  const ended = once(station, 'exit')
  const check = JSON.parse(/CMD (\[.*\])$/.exec(lastOf(stage, 'HEALTHCHECK') ?? '')?.[1] ?? '[]') as string[]
  const isHealthy = async () => {
    const [code] = await once(spawn('env', commandWith(env, check), { cwd, stdio: 'ignore' }), 'exit')
    return code === 0
  }
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await isHealthy())) {
    if (station.exitCode !== null || Date.now() > deadline) throw new Error('HEALTHCHECK was never content')
    await delay(250)
  }
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
  const signal = lastOf(stage, 'STOPSIGNAL') as NodeJS.Signals
  station.kill(signal)
  const [code] = await ended
  if (page.status !== 200 || code !== 0) throw new Error(`the page answered ${page.status}, the stop ${code}`)
  return `HEALTHCHECK is content, / answers ${page.status}, ${signal} ends it with ${code}`
}
