import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isBuildStale } from './build.ts'

function setUp() {
  const root = mkdtempSync(join(tmpdir(), 'carillon-build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, second: number) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), '')
    utimesSync(join(root, path), second, second)
  }
  return { write, isStale: () => isBuildStale([join(root, 'web')], join(root, 'web/dist/index.html')) }
}

it('[OP10] a web app that was never built is built', () => {
  const { write, isStale } = setUp()
  write('web/src/main.tsx', 100)
  expect(isStale()).toBe(true)
})

it('[OP10] one that is older than any source is built again, its own files are no sources', () => {
  const { write, isStale } = setUp()
  write('web/src/main.tsx', 100)
  write('web/dist/index.html', 200)
  write('web/dist/assets/app.js', 300)
  write('web/node_modules/x/index.js', 300)
  expect(isStale()).toBe(false)
  write('web/src/ui/deep/button.tsx', 201)
  expect(isStale()).toBe(true)
})
