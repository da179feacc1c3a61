import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../../kernel/app-error.ts'
import { opusFile, TONE } from '../testing.ts'
import { createVerify, VERIFY_SEMAPHORE } from './start-verify.ts'

/** An upload that is fine. */
function newJob() {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const job = { source: join(folder, 'upload.part'), target: join(folder, 'kept.ogg') }
  writeFileSync(job.source, opusFile(TONE(1)))
  return job
}

it('[LB7] a station that stops says so of what is being checked, and of what waits for that', async () => {
  const verify = createVerify()
  const stopping = new AbortController()
  const jobs = Array.from({ length: VERIFY_SEMAPHORE.maxAtWork + 1 }, newJob)
  const checks = Promise.allSettled(jobs.map((job) => verify(job, stopping.signal)))
  // The processes have begun.
  await nextTurn()
  const reason = new AppError('SHUTTING_DOWN')
  stopping.abort(reason)
  expect(await checks).toEqual(jobs.map(() => ({ status: 'rejected', reason })))
})

it('[LB11] an upload whose check takes too long is refused for now, and the next one is checked', async () => {
  const { signal } = new AbortController()
  await expect(createVerify(1)(newJob(), signal)).rejects.toMatchObject({ code: 'BUSY' })
  expect(await createVerify()(newJob(), signal)).toMatchObject({ ok: true })
})
