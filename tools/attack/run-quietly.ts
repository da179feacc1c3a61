import { spawn } from 'node:child_process'
import { once } from 'node:events'

const MAX_OUTPUT = 2 ** 22

/** Runs a scanner with `folder` as its home, ends it after `limitMs`, and gives what it said, the last 4 MB of it. */
export async function runQuietly(
  command: string,
  args: readonly string[],
  { folder, limitMs }: { folder: string; limitMs: number },
): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, NO_COLOR: '1' }
  const child = spawn(command, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: Math.ceil(limitMs),
    killSignal: 'SIGKILL',
  })
  let output = ''
  const keep = (bytes: Buffer) => {
    output = (output + bytes.toString('utf8')).slice(-MAX_OUTPUT)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const [code] = await once(child, 'close')
  return { code, output }
}
