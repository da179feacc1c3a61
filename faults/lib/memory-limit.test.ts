import { spawnSync } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { hasMemoryLimit, MemoryLimit } from './memory-limit.ts'

const LIMIT_BYTES = 200e6
const LITTLE = 1e6
/** Every byte is written, so that it is there in truth. */
const TAKE = 'process.stdout.write(String(Buffer.alloc(Number(process.argv[1]), 1).length))'

/** Takes this much memory in a process within the limit; gives what it said, and what ended it. */
function take(bytes: number): { said: string; signal: string | null } {
  const limit = new MemoryLimit(LIMIT_BYTES)
  onTestFinished(() => limit.remove())
  const [command = '', ...rest] = [...limit.launcher, process.execPath, '-e', TAKE, String(bytes)]
  const { stdout, signal } = spawnSync(command, rest, { encoding: 'utf8' })
  return { said: stdout, signal }
}

it.runIf(hasMemoryLimit())(
  '[FT20] a process within a limit of memory is killed for more, and only then',
  () => {
    expect(take(LITTLE)).toEqual({ said: String(LITTLE), signal: null })
    expect(take(LIMIT_BYTES)).toEqual({ said: '', signal: 'SIGKILL' })
  },
)
