import { createClient } from '@redis/client'
import { briefReasonOf, type Check, fail, ok, warn } from '../check.ts'

const CONNECT_LIMIT_MS = 5_000
const SLOW_MS = 50

/** Redis, where there is one: whether it is there, how far away, and lets us publish. */
export const checkRedis: Check = {
  name: 'redis',
  async look({ config: { redisUrl } }) {
    if (!redisUrl) return [ok('REDIS_URL is not set: a single process needs none.')]
    const socket = { connectTimeout: CONNECT_LIMIT_MS, reconnectStrategy: false } as const
    const client = createClient({ url: redisUrl, socket })
    client.on('error', () => undefined) // the call that fails says so
    try {
      await client.connect()
      const startedMs = performance.now()
      await client.ping()
      const tookMs = performance.now() - startedMs
      const version = /^redis_version:(\S+)/m.exec(await client.info('server'))?.[1] ?? 'of unknown version'
      await client.publish('carillon-doctor', '')
      const found = `Redis ${version} answers in ${tookMs.toFixed(1)} ms`
      if (tookMs > SLOW_MS) return [warn(`${found}: too slow for a chat. Put it close to the station.`)]
      return [ok(`${found}.`)]
    } catch (error) {
      return [
        fail(
          `REDIS_URL cannot be used: ${briefReasonOf(error)}. Without it, instances cannot reach each other.`,
        ),
      ]
    } finally {
      if (client.isOpen) client.destroy()
    }
  },
}
