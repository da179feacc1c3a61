import { startSilentProxy } from '@carillon/testkit/silent-proxy'
import { Client } from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { claimDatabase, STATION_LOCK } from './claim.ts'

const HOLDERS = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.objid = $1`

const TRIES = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'idle' AND query LIKE 'SELECT pg_try_advisory_lock(%'`

/** An empty database, and a connection that looks at it; both end with the test. */
async function open() {
  const place = await createPlace('postgres')
  onTestFinished(() => place.remove())
  const databaseUrl = place.databaseUrl ?? ''
  const looker = new Client({ connectionString: databaseUrl })
  await looker.connect()
  onTestFinished(() => looker.end())
  return { databaseUrl, looker }
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('the claim of a PostgreSQL', () => {
  // Slow: a connection is silent after 5 s without an answer, and is asked every 5 s.
  it('[OP43] of a connection that fell silent is taken again, also while the server still believes in it', async () => {
    const { databaseUrl, looker } = await open()
    const url = new URL(databaseUrl)
    const proxy = await startSilentProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.host = `127.0.0.1:${proxy.port}`
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const claim = await claimDatabase({ databaseUrl: url.href, isShared: false, onError })
    onTestFinished(() => claim.release())

    const holders = async () => (await looker.query<{ pid: number }>(HOLDERS, [STATION_LOCK])).rows
    await expect.poll(holders).toHaveLength(1)
    const first = await holders()
    proxy.hush()
    await expect.poll(holders).not.toEqual(first)
    await expect.poll(holders).toHaveLength(1)
    expect(errors).toEqual([])
  })

  it('[IN1] is tried once more by a process that stood still while another one ended', async () => {
    const { databaseUrl, looker } = await open()
    await looker.query('SELECT pg_advisory_lock($1)', [STATION_LOCK])
    let stoodStillMs = 0
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStillMs)
    onTestFinished(() => clock.mockRestore())
    const claiming = claimDatabase({ databaseUrl, isShared: false, onError: () => undefined })
    claiming.catch(() => undefined) // seen below
    const tries = async () => (await looker.query(TRIES)).rowCount
    await expect.poll(tries, { interval: 5 }).toBe(1)
    await looker.query('SELECT pg_advisory_unlock($1)', [STATION_LOCK])
    stoodStillMs = 60_000
    const claim = await claiming
    await claim.release()
  })
})
