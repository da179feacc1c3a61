import { describe, expect, it, onTestFinished } from 'vitest'
import { openCampus } from './support/instances.ts'

const LIMIT_MS = 60_000

async function campus() {
  const opened = await openCampus()
  onTestFinished(() => opened.close())
  return opened
}

// Several instances need PostgreSQL: `npm test` brings one.
describe.runIf(process.env.TEST_DATABASE_URL)('several processes on one database', () => {
  it.each([
    ['alone', 'alone', /^Another instance .*Set REDIS_URL/],
    ['with REDIS_URL', 'alone', /^Another instance .*Set REDIS_URL/],
    ['alone', 'with REDIS_URL', /^Another instance .*without REDIS_URL\. Stop it/],
  ])(
    '[IN1] beside one that runs %s, one started %s refuses to start and says why in one line',
    async (first, second, reason) => {
      const { start, spawn } = await campus()
      const settings = (how: string) => (how === 'alone' ? { REDIS_URL: '' } : {})
      await start(settings(first))
      const refused = spawn(settings(second))
      expect((await refused.ended).code).toBe(1)
      expect(refused.output().trim()).toMatch(reason)
      expect(refused.output().trim().split('\n')).toHaveLength(1)
    },
    LIMIT_MS,
  )

  it('[IN1] what a killed one held is free at once', { timeout: LIMIT_MS }, async () => {
    const { start } = await campus()
    const killed = await start({ REDIS_URL: '' })
    killed.process.child.kill('SIGKILL')
    await killed.process.ended
    expect((await fetch(`${(await start({ REDIS_URL: '' })).origin}/stream/health`)).status).toBe(200)
  })
})
