import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { cpuMsOfTree, parseStat } from './process-tree.ts'

it('[QA5] reads a process whose name has brackets and blanks', () => {
  const stat = '42 (a) b) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 33 44 20 0 1 0 5000'
  expect(parseStat(stat)).toEqual({ parent: 7, ticks: 110 })
})

it.skipIf(process.platform !== 'linux')(
  '[QA5] counts what children used, while they run and after',
  async () => {
    const before = cpuMsOfTree()
    const busy = 'const until = process.cpuUsage().user + 1e5; while (process.cpuUsage().user < until);'
    const child = spawn(process.execPath, ['-e', busy])
    await once(child, 'exit')
    expect(cpuMsOfTree() - before).toBeGreaterThanOrEqual(90)
  },
)
