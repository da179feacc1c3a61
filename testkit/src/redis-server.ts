import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { freePort } from './processes.ts'

/** A real Redis of its own, which keeps nothing. */
export type RedisServer = {
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** It hangs: connections stay open and nothing is answered, until `resume`. */
  pause(): void
  resume(): void
}

/** Starts a Redis on a free port; the caller stops it. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const run = async () => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'no', dir: tmpdir() }
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)])
    const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] })
    const ready = Promise.withResolvers<void>()
    let said = ''
    child.stdout.on('data', (text) => {
      said = (said + text).slice(-4_000)
      if (said.includes('Ready to accept')) ready.resolve()
    })
    child.once('error', ready.reject)
    child.once('exit', (code) => ready.reject(new Error(`Redis ended with ${code}: ${said}`)))
    await ready.promise
    return child
  }
  let child = await run()
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = await run()
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
