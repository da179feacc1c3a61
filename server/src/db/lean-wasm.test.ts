import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const PROGRAM = join(import.meta.dirname, '../../tests/support/embedded-memory-process.ts')
/** Half of it is what initdb needs beside the database; what the optimizing compiler would take is 500 more. */
const MOST_MB = 800
const LIMIT_MS = 120_000

it(
  '[OP49] an embedded database fits into 800 MB when it is made',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(Number(execFileSync(process.execPath, [PROGRAM, folder]))).toBeLessThan(MOST_MB)
  },
  LIMIT_MS,
)
