import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Preloaded into a server (`node --import`): on SIGUSR2 its main thread collects all garbage and writes what it still
 * holds, in bytes, to the file that MEMORY_REPORT names.
 */
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const path = process.env.MEMORY_REPORT ?? ''

process.on('SIGUSR2', () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  writeFileSync(`${path}.new`, String(heapUsed + external))
  renameSync(`${path}.new`, path)
})
