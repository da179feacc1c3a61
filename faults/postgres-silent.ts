import { setTimeout as delay } from 'node:timers/promises'
import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import { startSilentProxy } from '@carillon/testkit/silent-proxy'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'
import { Lanes } from './lib/lanes.ts'

const LANES = 24
/** Then a person has given up. */
const BACK_WITHIN_MS = 10_000
const LIMIT_MS = 120_000
const BUSY_FOR_MS = 2_000

/** A PostgreSQL moves to another machine, or a router forgets what it had connected: nobody is told. */
export const postgresSilent: Fault = {
  name: 'postgres-silent',
  sentence: `Each connection to PostgreSQL falls silent, without a packet that says so: while people chat, and while ${LANES} callers are busy.`,
  lacks: () => (findPostgresFolder() ? null : 'no PostgreSQL on this machine'),
  async run({ open, measure, promise, atEnd }) {
    const postgres = await startPostgres(findPostgresFolder() ?? '')
    atEnd(() => postgres.stop())
    const url = new URL(postgres.url)
    const proxy = await startSilentProxy(Number(url.port))
    atEnd(() => proxy.close())
    url.host = `127.0.0.1:${proxy.port}`
    const rig = await open({ environment: { DATABASE_URL: url.href } })
    let chatBackMs = 0
    let callsBackMs = 0
    const { calls } = await measure(rig, async () => {
      proxy.hush()
      const hushedAtMs = performance.now()
      chatBackMs = await until(
        () => rig.writer.acknowledgedAtMs > hushedAtMs + BACK_WITHIN_MS / 100,
        LIMIT_MS,
        'messages are taken again',
      )
      const lanes = new Lanes(rig, LANES)
      await delay(BUSY_FOR_MS)
      proxy.hush()
      callsBackMs = await lanes.back(LIMIT_MS)
      await lanes.leave()
    })
    promise(chatBackMs < BACK_WITHIN_MS, `messages are taken again within ${BACK_WITHIN_MS / 1000} s`)
    promise(callsBackMs < BACK_WITHIN_MS, `calls are answered again within ${BACK_WITHIN_MS / 1000} s`)
    const failures = new Set(calls.failures)
    promise(
      [...failures].every((failure) => failure === '503 DATABASE_AWAY'),
      `calls fail with 503 alone: ${[...failures].join(', ')}`,
    )
    promise(rig.source.closeCodes.length === 0 && rig.breaks === 0, 'DJ and listeners stay connected')
    promise(await rig.isOnAir(), 'the same broadcast is on air')
    return `messages taken again ${(chatBackMs / 1000).toFixed(1)} s after it, calls of ${LANES} callers answered again ${(callsBackMs / 1000).toFixed(1)} s after it`
  },
}
