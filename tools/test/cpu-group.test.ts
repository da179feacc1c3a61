import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { CpuGroup } from './cpu-group.ts'

const group = CpuGroup.create('test', 50)

it.skipIf(!group)('[QA8] counts what its processes and theirs used, once they have ended too', async () => {
  if (!group) return
  const busy = 'const until = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < until);'
  const [command = '', ...rest] = [
    ...group.launcher,
    'sh',
    '-c',
    '"$0" -e "$1"; exit 3',
    process.execPath,
    busy,
  ]
  const [code] = await once(spawn(command, rest, { detached: true }), 'exit')
  expect(code).toBe(3)
  expect(group.usedMs).toBeGreaterThanOrEqual(200)
  group.remove()
})
