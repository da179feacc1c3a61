import { rmSync } from 'node:fs'
import { type JoinJob, joinParts } from './join-parts.ts'

process.once('message', async (job: JoinJob) => {
  process.send?.(await joinParts(job), (error: Error | null) => {
    // The station died meanwhile: nobody is left to put it in place.
    if (error)
      for (const path of [job.target, ...(job.targetMap ? [job.targetMap] : [])])
        rmSync(path, { force: true })
    if (process.connected) process.disconnect()
  })
})
