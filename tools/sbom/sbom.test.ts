import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Component } from './sbom.ts'
import { SHIPPED } from './shipped.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const FREE =
  /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|CC0-1\.0|Python-2\.0| OR | AND )+\)?$/

it('[SE9] the list of what ships has every dependency that runs, each under a free licence', () => {
  const text = execFileSync(process.execPath, [join(root, 'tools/sbom.ts')], { encoding: 'utf8' })
  const bom = JSON.parse(text) as { bomFormat: string; specVersion: string; components: Component[] }
  expect([bom.bomFormat, bom.specVersion]).toEqual(['CycloneDX', '1.5'])
  const names = new Set(bom.components.map(({ name }) => name))
  const expected = Object.entries(SHIPPED).flatMap(([folder, extra]) => [
    ...Object.keys(read(join(folder, 'package.json')).dependencies ?? {}),
    ...extra,
  ])
  expect(expected.filter((name) => !names.has(name) && !name.startsWith('@carillon/'))).toEqual([])
  // What is needed by what is needed: of Fastify, PostgreSQL's driver and React.
  expect([...names]).toEqual(expect.arrayContaining(['find-my-way', 'pg-protocol', 'scheduler', 'cookie']))
  const unfree = bom.components.filter(({ licenses: [first] }) => !FREE.test(first?.expression ?? ''))
  expect(unfree.map(({ name, licenses }) => [name, licenses])).toEqual([])
  expect(new Set(bom.components.map((each) => each['bom-ref'])).size).toBe(bom.components.length)
})
