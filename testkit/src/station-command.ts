import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.ts'

const COMMANDS = join(import.meta.dirname, '../../cli')

/** Runs one of the station's commands, such as `backup`, with these settings and no others. */
export async function runCommand(
  name: string,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(COMMANDS, `${name}.ts`), ...args], {
    env: childEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (bytes) => {
    output += bytes
  })
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const [code] = await once(child, 'close')
  return { code, output: output.trim(), errors: errors.trim() }
}
