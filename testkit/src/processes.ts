import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const LAST_LINES_WITHIN_MS = 2_000
const running = new Set<ChildProcess>()

export type RunOptions = {
  /** Working folder; unless given, that of this process. */
  cwd?: string
  env?: Record<string, string>
  timeoutMs?: number
  /** A command in front of it. */
  launcher?: readonly string[]
  /** Gets each line that it prints, instead of this terminal. */
  onLine?: (line: string) => void
}

/** Runs a command with this terminal's output and no input. Gives its exit code; 124 when it took too long. */
export function run(command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const { cwd, env = {}, timeoutMs = 15 * 60_000, launcher = [], onLine } = options
  const [program = command, ...rest] = [...launcher, command, ...args]
  const output = onLine ? 'pipe' : 'inherit'
  const child = spawn(program, rest, {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
    detached: true,
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr])
    if (stream && onLine) createInterface({ input: stream }).on('line', onLine)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      console.error(`${command} ${args.join(' ')} took longer than ${timeoutMs / 1000} s`)
      endGroup(child, 'SIGKILL')
      resolve(124)
    }, timeoutMs)
    const settle = (code: number) => {
      clearTimeout(timer)
      running.delete(child)
      // A process that it left behind may hold them open, and with them this one.
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`${command} did not start: ${error.message}`)
      settle(127)
    })
    child.once('exit', (code) => {
      // Its last lines come after its end; but what it left running may hold its output open for ever.
      if (onLine) setTimeout(settle, LAST_LINES_WITHIN_MS, code ?? 1).unref()
      else settle(code ?? 1)
    })
    child.once('close', (code) => settle(code ?? 1))
  })
}

/** Ends what `run` has started and not finished, with its children. */
export function endAll(): void {
  for (const child of running) endGroup(child, 'SIGTERM')
}

/** The child leads its own process group, so that a browser it started ends with it. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group is gone already: that is what was asked.
  }
}

/** The first of these commands that stands on PATH, with its folder, or null. */
export function findCommand(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

/** Whether this file is there and may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Below the ports that systems lend to connections that go out (Linux: from 32,768), which could take it meanwhile, and
 * above the last one that browsers refuse (10,080).
 */
const PORTS = { from: 11_000, to: 32_768 }

/** A TCP port that nobody listens on, and that stays free while a server that is given it is away. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const server = createServer()
  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(false)
    else reject(error)
  })
  server.listen(port, () => server.close(() => resolve(true)))
  return promise
}
