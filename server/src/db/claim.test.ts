import { startSilentProxy } from '@carillon/testkit/silent-proxy'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from '../../tests/support/database.ts'
import { claimDatabase, STATION_LOCK } from './claim.ts'

const HOLDERS = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.objid = $1`

it.skipIf(!process.env.TEST_DATABASE_URL)(
  '[OP43] the claim of a connection that fell silent is taken again, also while the server still believes in it',
  async () => {
    const place = await createPlace('postgres')
    onTestFinished(() => place.remove())
    const databaseUrl = place.databaseUrl ?? ''
    const url = new URL(databaseUrl)
    const proxy = await startSilentProxy(Number(url.port))
    onTestFinished(() => proxy.close())
    url.host = `127.0.0.1:${proxy.port}`
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const settings = { databaseUrl: url.href, isShared: false, onError, askEveryMs: 400 }
    const claim = await claimDatabase(settings)
    onTestFinished(() => claim.release())

    const looker = new Client({ connectionString: databaseUrl })
    await looker.connect()
    onTestFinished(() => looker.end())
    const holders = async () => (await looker.query<{ pid: number }>(HOLDERS, [STATION_LOCK])).rows
    const [first] = await holders()
    proxy.hush()
    await expect.poll(holders, { timeout: 30_000 }).not.toEqual([first])
    await expect.poll(holders, { timeout: 30_000 }).toHaveLength(1)
    expect(errors).toEqual([])
  },
)
