import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { writeScript } from '../../tests/support/script-file.ts'
import { SideProcess } from './side-process.ts'

const LIMIT = { timeout: 30_000 }

it(
  '[GU4] a process beside the station gets messages and answers them, and says once that it ended',
  LIMIT,
  async () => {
    const messages: unknown[] = []
    const reasons: unknown[] = []
    const script = await writeScript(`process.on('message', (m) => process.send(m)); process.send('ready')`)
    const side = new SideProcess(script, {
      onMessage: (message) => messages.push(message),
      onEnd: (reason) => reasons.push(reason),
    })
    await expect.poll(() => messages, LIMIT).toEqual(['ready'])
    side.send(new Uint8Array([1, 2]))
    await expect.poll(() => messages.at(-1), LIMIT).toEqual(new Uint8Array([1, 2]))
    await side.close()
    side.send('late')
    await side.close()
    expect([reasons.length, side.hasEnded]).toEqual([1, true])
  },
)

// A program of its own: nobody else in this one could open a file meanwhile.
it(
  '[GU4] where no process can be made for want of descriptors, that is said, and nothing falls',
  LIMIT,
  async () => {
    const program = await writeScript(`
    import { openSync } from 'node:fs'
    import { SideProcess } from '${new URL('./side-process.ts', import.meta.url)}'
    const files = []
    try { for (;;) files.push(openSync('/dev/null')) } catch {}
    const side = new SideProcess(new URL(import.meta.url), {
      onMessage: () => undefined,
      onEnd: (reason) => console.log('ended', reason.code),
    })
    side.send('into the void')
    setTimeout(async () => { side.send('again'); await side.close(); console.log('closed', side.hasEnded) }, 100)
  `)
    const child = spawn('sh', ['-c', 'ulimit -n 40 && exec "$0" "$1"', process.execPath, program.pathname])
    const printed = await text(child.stdout)
    expect(printed).toBe('ended EMFILE\nclosed true\n')
  },
)
