import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFaketime } from '@carillon/testkit/moved-clock'
import { findCommand } from '@carillon/testkit/processes'

/** Programs that stand still with a clock of libfaketime: they keep the machine's, GStreamer that of its waits. */
const EXCEPTIONS = {
  'redis-server': 'unset LD_PRELOAD FAKETIME',
  haproxy: 'unset LD_PRELOAD FAKETIME',
  'gst-launch-1.0': 'export FAKETIME_DONT_FAKE_MONOTONIC=1',
}

/**
 * Runs this very program again, with all that it starts, with clocks that go `speed` times as fast, and ends with it.
 * Returns at once in that second run, and where the speed is 1.
 */
export async function runFaster(speed: number): Promise<void> {
  if (speed === 1 || process.env.FAKETIME) return
  const library = findFaketime()
  if (!library) throw new Error('A faster clock needs libfaketime: apt-get install libfaketime')
  const folder = mkdtempSync(join(tmpdir(), 'faster-clock-'))
  // Others than root start players too.
  chmodSync(folder, 0o755)
  for (const [name, change] of Object.entries(EXCEPTIONS)) {
    const script = `#!/bin/sh\n${change}\nexec ${findCommand(name) ?? name} "$@"\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  const child = spawn(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      LD_PRELOAD: library,
      FAKETIME: `+0 x${speed}`,
    },
  })
  const [code] = await once(child, 'exit')
  rmSync(folder, { recursive: true })
  process.exit(code ?? 1)
}
