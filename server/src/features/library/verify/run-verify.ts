import { type VerifyJob, verifyFile } from './verify-file.ts'

process.once('message', async (job: VerifyJob) => {
  const done = () => {
    if (process.connected) process.disconnect()
  }
  try {
    process.send?.(await verifyFile(job), done)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
    process.send?.({ failed: code }, done)
  }
})
