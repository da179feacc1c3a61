import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ObjectStore } from '@carillon/testkit/object-store'
import { freePort } from '@carillon/testkit/processes'
import { runCommand } from '@carillon/testkit/station-command'
import { expect, it, onTestFinished } from 'vitest'
import { createPlace } from './support/database.ts'
import { startMailServer } from './support/mail-server.ts'
import { startStation } from './support/station.ts'

const LIMIT_MS = 300_000
type Result = { name: string; verdict: string; message: string }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'carillon-doctor-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function doctor(settings: Record<string, string>) {
  const { code, output, errors } = await runCommand('doctor', ['--json'], settings)
  const report = JSON.parse(output) as { ok: boolean; results: Result[] }
  const of = (name: string) =>
    report.results
      .filter((result) => result.name === name)
      .map(({ verdict, message }) => `${verdict} ${message}`)
  return { code, output, errors, ...report, of }
}

it('[OP30] a station that stands still and one that runs are looked at, and nothing has to be mended', {
  timeout: LIMIT_MS,
}, async () => {
  const place = await createPlace()
  onTestFinished(() => place.remove())
  const { dataDir, databaseUrl } = place
  const station = await startStation({ place, port: await freePort() })
  onTestFinished(() => station.stop())
  const settings = {
    HOST: '127.0.0.1',
    PORT: new URL(station.origin).port,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const running = await doctor(settings)
  expect(running.results.filter(({ verdict }) => verdict === 'FAIL')).toEqual([])
  expect(running).toMatchObject({ code: 0, ok: true, errors: '' })
  expect(running.of('port')).toEqual([
    expect.stringMatching(/^OK .* belongs to this station, which is running\.$/),
  ])
  expect(running.of('media')[0]).toMatch(/^OK [\d.]+ s of sound went through the stream/)

  await station.stop()
  const stopped = await doctor(settings)
  expect(stopped.results.filter(({ verdict }) => verdict === 'FAIL')).toEqual([])
  expect(stopped.of('port')).toEqual([expect.stringMatching(/^OK .* is free\.$/)])
  expect(stopped.of('database')).toContainEqual(expect.stringMatching(/^OK Its schema is this program's/))
})

it('[OP31] what keeps a station from working is told with what to do, and ends with code 1', {
  timeout: LIMIT_MS,
}, async () => {
  const other = createServer((_request, response) => response.end('no station')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const nobody = '127.0.0.1:1'
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const sick = await doctor({
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(file, 'data'),
    DATABASE_URL: `postgres://radio:database-secret@${nobody}/radio`,
    REDIS_URL: `redis://:redis-secret@${nobody}`,
    SMTP_URL: `smtp://radio:mail-secret@${nobody}`,
    ICECAST_URL: `http://source:source-secret@${nobody}/live.ogg`,
    ICECAST_ADMIN_URL: `http://admin:admin-secret@${nobody}`,
    PUBLIC_URL: 'http://radio.example.edu',
    TRUST_PROXY: 'on',
    METRICS_TOKEN: 'metrics-secret-of-the-station',
    ADMIN_EMAIL: 'admin@station.test',
    ADMIN_PASSWORD: 'admin-password-secret',
  })
  expect(sick).toMatchObject({ code: 1, ok: false, errors: '' })
  const worst = (name: string) => sick.of(name).find((line) => !line.startsWith('OK')) ?? 'nothing'
  expect(worst('disk')).toMatch(/^FAIL DATA_DIR .* cannot be created: /)
  expect(worst('database')).toMatch(/^FAIL DATABASE_URL cannot be used: .*ECONNREFUSED/)
  expect(worst('redis')).toMatch(/^FAIL REDIS_URL cannot be used: .*ECONNREFUSED/)
  expect(worst('port')).toMatch(/^FAIL Port \d+ is in use by another program/)
  expect(worst('mail')).toMatch(/^FAIL .* does not accept our mail: /)
  expect(worst('icecast')).toMatch(/^FAIL .* does not accept us as its source: /)
  expect(worst('public')).toMatch(/^WARN .* is not https/)
  expect(worst('proxy')).toMatch(/^WARN TRUST_PROXY=on trusts/)
  expect(sick.output).not.toContain('secret')
})

it('[OP31] settings that cannot be read are told, one line each', async () => {
  const { code, output } = await runCommand('doctor', [], { PORT: 'eighty', LOG_LEVEL: 'loud' })
  expect(code).toBe(1)
  expect(output.split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^FAIL settings +PORT must be a whole number/),
    expect.stringMatching(/^FAIL settings +LOG_LEVEL must be one of/),
  ])
})

it('[OP50] asks for what the Contact page shows', { timeout: LIMIT_MS }, async () => {
  const settings = { DATA_DIR: folder(), PORT: '0' }
  expect((await doctor(settings)).of('contact')).toEqual([
    expect.stringMatching(/^WARN STATION_EMAIL is not set/),
    expect.stringMatching(/^WARN STATION_STUDIO and STATION_HOURS not set/),
  ])
  const contact = { STATION_EMAIL: 'radio@example.edu', STATION_STUDIO: 'Room 4', STATION_HOURS: 'Weekdays' }
  expect((await doctor({ ...settings, ...contact })).of('contact')).toEqual([
    'OK Contact shows radio@example.edu.',
  ])
})

it('[OP711] says what a station without a public address answers with', { timeout: LIMIT_MS }, async () => {
  const { of } = await doctor({ DATA_DIR: folder(), PORT: '0' })
  expect(of('public')).toEqual([
    expect.stringMatching(/^WARN PUBLIC_URL is not set: emails .* name whatever host a request names/),
  ])
})

it('[OP32] a mail server that refuses our password is told, and the password is not', {
  timeout: LIMIT_MS,
}, async () => {
  const server = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(new Error(`No, ${password} is wrong`)),
  })
  onTestFinished(() => server.close())
  const url = server.url.replace('smtp://', 'smtp://radio:not%20the%20one@')
  const { of, output } = await doctor({ DATA_DIR: folder(), PORT: '0', SMTP_URL: url })
  expect(of('mail')[0]).toMatch(/^FAIL 127\.0\.0\.1:\d+ does not accept our mail: .*\*\*\*/)
  expect(output).not.toMatch(/not(%20| )the(%20| )one/)
})

it('[OP53] puts, reads and deletes an object in the bucket, and says what keeps it from that', {
  timeout: LIMIT_MS,
}, async () => {
  const store = await ObjectStore.start()
  onTestFinished(() => store.close())
  const { url, keyId, secret } = store.settings
  const settings = {
    DATA_DIR: folder(),
    PORT: '0',
    HLS_S3_URL: url,
    HLS_S3_KEY_ID: keyId,
    HLS_S3_SECRET: secret,
    HLS_PUBLIC_URL: url,
  }
  const bucket = async (other: Partial<typeof settings> & { HLS_S3_REGION?: string } = {}) => {
    const { of, output } = await doctor({ ...settings, ...other })
    expect(output).not.toContain(other.HLS_S3_SECRET ?? secret)
    return of('bucket').join()
  }
  expect(await bucket()).toBe(
    `OK ${url} takes and gives back objects.,OK ${url} gives everybody what is in the bucket.`,
  )
  expect(store.objects.size).toBe(0)
  expect(store.answered.map((line) => line.split(' ')[0])).toEqual(['PUT', 'GET', 'GET', 'DELETE'])
  expect(await bucket({ HLS_S3_SECRET: 'quite-another-one' })).toMatch(/^FAIL .* Check HLS_S3_SECRET\.$/)
  expect(await bucket({ HLS_S3_KEY_ID: 'SOMEBODY' })).toMatch(/^FAIL .* Check HLS_S3_KEY_ID\.$/)
  expect(await bucket({ HLS_S3_REGION: 'eu-west-1' })).toMatch(/^FAIL .* Check HLS_S3_REGION\.$/)
  const other = url.replace('/radio/', '/else/')
  expect(await bucket({ HLS_S3_URL: other })).toMatch(/^FAIL .* there is no such bucket/)
  expect(await bucket({ HLS_PUBLIC_URL: other })).toMatch(/,FAIL .* allow everybody to read below hls\//)
  await store.stop()
  expect(await bucket()).toMatch(/^FAIL .*: ECONNREFUSED\. Check HLS_S3_URL, and whether the store runs\.$/)
})

// The embedded database has one process: that is the folder's lock, not this.
if (process.env.TEST_DATABASE_URL)
  it('[OP31] another station on the same database is told while no Redis is set to join them', {
    timeout: LIMIT_MS,
  }, async () => {
    const place = await createPlace('postgres')
    onTestFinished(() => place.remove())
    const station = await startStation({ place })
    onTestFinished(() => station.stop())
    const { code, of } = await doctor({
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder(),
      DATABASE_URL: String(place.databaseUrl),
    })
    expect(code).toBe(1)
    expect(of('database')).toContainEqual(expect.stringMatching(/^FAIL Another instance .* Set REDIS_URL/))
  })
