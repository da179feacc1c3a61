import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { answerDumpRequests, requestDump } from './dump-requests.ts'
import { dumpFolder } from './dumps.ts'

it('[OP35] whoever asks for a dump that cannot be made is told why, and nothing is left', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carillon-requests-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const dump = () => Promise.reject(new Error('The disk is nearly full'))
  const stop = answerDumpRequests({ dump, dataDir, onError: (error) => expect.fail(String(error)) })
  onTestFinished(stop)
  await expect(requestDump(dataDir, 60_000)).rejects.toThrow('The disk is nearly full')
  expect(readdirSync(dumpFolder(dataDir))).toEqual([])
})
