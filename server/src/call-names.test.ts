import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CALL_NAMES } from './call-names.ts'

const CONTRACT = join(import.meta.dirname, '../../contract/src')

it('[HT60] every call of the contract has a name, and no two the same', async () => {
  const exported: string[] = []
  for (const file of readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })) {
    if (!/(?<!\.test)\.ts$/.test(file)) continue
    const module: Record<string, unknown> = await import(join(CONTRACT, file))
    for (const [name, value] of Object.entries(module))
      if (typeof value === 'object' && value !== null && 'method' in value) exported.push(name)
  }
  expect(exported.length).toBeGreaterThan(100)
  expect([...CALL_NAMES.values()].sort()).toEqual(exported.sort())
})
