import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childEnvironment } from '@carillon/testkit/child-environment'

/** The server as a process of its own, as an operator runs it. */
export type ServerProcess = {
  child: ChildProcess
  /** Everything it has written so far. */
  output(): string
  /** Its address, once it says that it is on; rejects when it ends before. */
  origin: Promise<string>
  /** Exit code or signal, and how long it lived. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; afterMs: number }>
}

const MAIN = join(import.meta.dirname, '../../src/main.ts')

/** Starts the server with these settings and no others; the test ends it. */
export function spawnServer(settings: Record<string, string>): ServerProcess {
  const startedAt = performance.now()
  const env = childEnvironment({ HOST: '127.0.0.1', PORT: '0', ...settings })
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>()
  const listen = (bytes: Buffer) => {
    text += bytes
    const address = / is on (http:\/\/\S+)/.exec(text)?.[1]
    if (address) resolve(address)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'close').then(([code, signal]) => {
    reject(new Error(`ended with ${code ?? signal}: ${text}`))
    return { code, signal, afterMs: performance.now() - startedAt }
  })
  origin.catch(() => undefined)
  return { child, output: () => text, origin, ended }
}
