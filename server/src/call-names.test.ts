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

it('[HT733] no address of a call is that of another as well, but for those of polls that are specified', () => {
  const isParameter = (part: string) => part.startsWith(':')
  const areAlike = (one: string[], other: string[]) =>
    one.length === other.length &&
    one.every((part, at) => part === other[at] || isParameter(part) || isParameter(other[at] ?? ''))
  /** Whether each of the two is the narrower one somewhere: then a router's order decides, and not the document. */
  const isCrossed = (one: string[], other: string[]) =>
    one.some((part, at) => isParameter(part) && !isParameter(other[at] ?? '')) &&
    other.some((part, at) => isParameter(part) && !isParameter(one[at] ?? ''))
  const calls = [...CALL_NAMES.keys()].map(({ method, path }) => ({ method, parts: path.split('/') }))
  const clashes = calls.flatMap(({ method, parts }, at) =>
    calls
      .slice(at + 1)
      .filter((other) => other.method === method && areAlike(parts, other.parts))
      .filter((other) => isCrossed(parts, other.parts))
      .map((other) => [parts.join('/'), other.parts.join('/')].sort().join(' and ')),
  )
  expect(clashes.sort()).toEqual(
    ['has-voted', 'results', 'user-vote'].map(
      (end) => `/api/polls/:id/${end} and /api/polls/broadcast/:broadcastId`,
    ),
  )
})
