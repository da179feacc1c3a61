import { type JoinJob, joinParts } from './join-parts.ts'

process.once('message', async (job: JoinJob) => {
  process.send?.(await joinParts(job), () => process.disconnect())
})
