import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

/** Writes a module that a process of this test runs, and gives its address. It goes with the test. */
export async function writeScript(script: string): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'script-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'script.mjs')
  await writeFile(path, script)
  return pathToFileURL(path)
}
