import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { holdAssets } from './held-assets.ts'

it('[FT731] a font is sent from memory as it is, and a part of it is left to the files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'usual-1a2b.woff2'), 'a font')
  const find = holdAssets(folder)
  const asked = '/assets/usual-1a2b.woff2'
  const found = { bytes: Buffer.from('a font'), type: 'font/woff2', coding: null }
  expect(await find(asked, { 'accept-encoding': 'gzip, br' })).toEqual(found)
  rmSync(join(folder, 'usual-1a2b.woff2'))
  expect(await find(asked, {})).toEqual(found)
  expect(await find(asked, { range: 'bytes=0-1' })).toBeNull()
})
