import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig, SETTING_NAMES } from './config.ts'

it('[OP1] without settings, everything has its default', () => {
  const config = readConfig({})
  if (!config.ok) throw new Error(config.errors.join())
  expect(config.value).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl: null,
    publicUrl: null,
    allowedOrigins: [],
    trustProxy: false,
    stationName: 'Campus Radio',
    contact: { email: null, studio: null, hours: null },
    timeZone: 'Asia/Manila',
    admin: null,
    sourceGraceSeconds: 600,
    recordingDays: null,
    logLevel: 'info',
  })
})

/** Settings that are there together or not at all. */
const PAIRS = {
  ADMIN_EMAIL: 'a@b.co',
  ADMIN_PASSWORD: 'secret',
  HLS_S3_URL: 'https://s3.example/radio',
  HLS_S3_KEY_ID: 'STATIONKEY',
  HLS_S3_SECRET: 'bucket+secret/of=station',
}

it.each([
  ['PORT', '80a'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://secret@x/y'],
  ['REDIS_URL', 'http://x'],
  ['ICECAST_URL', 'x'],
  ['ICECAST_URL', 'http://icecast.example:8000/live.ogg'],
  ['ICECAST_URL', 'http://source:hackme@icecast.example:8000'],
  ['ICECAST_URL', 'http://source:50%off@icecast.example:8000/live.ogg'],
  ['HLS_PUBLIC_URL', 'cdn.example'],
  ['HLS_PUBLIC_URL', 'https://cdn.example/?key=1'],
  ['HLS_S3_URL', 's3.example/radio'],
  ['HLS_S3_URL', 's3://radio'],
  ['HLS_S3_URL', 'https://s3.example'],
  ['HLS_S3_URL', 'https://s3.example/'],
  ['HLS_S3_URL', 'https://s3.example/radio?key=1'],
  ['HLS_S3_URL', 'https://s3.example/radio//campus'],
  ['HLS_S3_URL', 'https://s3.example/radio/a+b'],
  ['HLS_S3_URL', 'https://key:hackme@s3.example/radio'],
  ['HLS_S3_KEY_ID', 'key/id'],
  ['HLS_S3_SECRET', 'of three words'],
  ['HLS_S3_REGION', 'us east'],
  ['SMTP_URL', 'mail'],
  ['MAIL_FROM', 'postmaster'],
  ['PUBLIC_URL', 'radio.example'],
  ['ALLOWED_ORIGINS', 'https://a.example,b'],
  ['TRUST_PROXY', 'perhaps'],
  ['STATION_NAME', 'x'.repeat(81)],
  ['STATION_EMAIL', 'radio at example.edu'],
  ['STATION_STUDIO', 'Room 4\nsecond floor'],
  ['STATION_HOURS', 'x'.repeat(121)],
  ['STATION_TIME_ZONE', 'Mars/Base'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ENCODER_ADDRESS', 'radio.example:99999'],
  ['SOURCE_GRACE_SECONDS', '-1'],
  ['RECORDING_DAYS', 'forever'],
  ['LIBRARY_GB', 'plenty'],
  ['METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
])('[OP1] a wrong %s gets one message that names it and does not repeat %s', (name, value) => {
  const config = readConfig({ ...PAIRS, [name]: value })
  if (config.ok) throw new Error('accepted')
  expect(config.errors).toHaveLength(1)
  expect(config.errors[0]).toMatch(new RegExp(`^${name} must `))
  expect(config.errors[0]).not.toContain(value)
})

it('[OP1] a setting that is wrong in two ways gets one message', () => {
  const config = readConfig({ ICECAST_URL: 'rediss://h' })
  expect(config.ok ? [] : config.errors).toHaveLength(1)
})

it('[OP1] several wrong settings are all told at once', () => {
  const config = readConfig({ PORT: 'x', LOG_LEVEL: 'x', ADMIN_EMAIL: 'a@b.co' })
  expect(config.ok ? [] : config.errors.map((message) => message.split(' ')[0])).toEqual([
    'PORT',
    'LOG_LEVEL',
  ])
})

it('[OP1] further settings of Icecast need its address, and there may be several servers to count at', () => {
  const alone = readConfig({ ICECAST_PUBLIC_URL: 'https://listen.example/live.ogg' })
  expect(alone.ok ? [] : alone.errors).toEqual([expect.stringMatching(/^ICECAST_URL must be set/)])
  const whole = readConfig({
    ICECAST_URL: 'http://source:hackme@a:8000/live.ogg',
    ICECAST_ADMIN_URL: 'http://admin:hackme@a:8000, http://admin:hackme@b:8000',
  })
  if (!whole.ok) throw new Error(whole.errors.join())
  expect(whole.value.icecast).toEqual({
    url: 'http://source:hackme@a:8000/live.ogg',
    adminUrls: ['http://admin:hackme@a:8000', 'http://admin:hackme@b:8000'],
    publicUrl: null,
  })
})

it('[OP1] an administrator needs both e-mail and password', () => {
  const config = readConfig({ ADMIN_EMAIL: 'a@b.co' })
  expect(config.ok ? [] : config.errors).toEqual([
    expect.stringMatching(/^ADMIN_PASSWORD must be set together/),
  ])
})

it('[OP1] a bucket needs an address, a key and its secret', () => {
  const { HLS_S3_URL, HLS_S3_KEY_ID, HLS_S3_SECRET } = PAIRS
  const alone = readConfig({ HLS_S3_URL })
  expect(alone.ok ? [] : alone.errors).toEqual([
    expect.stringMatching(/^HLS_S3_KEY_ID must be set together/),
    expect.stringMatching(/^HLS_S3_SECRET must be set together/),
  ])
  const whole = readConfig({ HLS_S3_URL: `${HLS_S3_URL}/campus/`, HLS_S3_KEY_ID, HLS_S3_SECRET })
  expect(whole.ok ? whole.value.hlsS3 : whole.errors).toEqual({
    url: 'https://s3.example/radio/campus',
    keyId: HLS_S3_KEY_ID,
    secret: HLS_S3_SECRET,
    region: 'us-east-1',
  })
})

it('[OP1] addresses are kept as origins', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://Radio.example:443/',
    ALLOWED_ORIGINS: 'https://a.example/, http://b.example:81',
    HLS_PUBLIC_URL: 'https://cdn.example/radio/',
  })
  if (!config.ok) throw new Error(config.errors.join())
  expect(config.value.publicUrl).toBe('https://radio.example')
  expect(config.value.hlsPublicUrl).toBe('https://cdn.example/radio')
  expect(config.value.allowedOrigins).toEqual(['https://a.example', 'http://b.example:81'])
})

it('[OP16] the table of settings in docs/OPERATIONS.md names each one, and no other', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/OPERATIONS.md'), 'utf8')
  const [, settings = ''] = page.split('\n## Settings\n')
  const [table = ''] = settings.split('\n## ')
  const rows = table.split('\n').filter((line) => line.startsWith('| `'))
  const names = rows.flatMap((row) => (row.split('|', 2)[1] ?? '').match(/[A-Z][A-Z\d_]+/g) ?? [])
  expect(names.sort()).toEqual(SETTING_NAMES.toSorted())
})

it.each([
  ['DATABASE_URL', 'postgres://carillon:change-me-postgres@postgres:5432/carillon'],
  ['REDIS_URL', 'redis://:change-me-redis@redis:6379'],
  ['ICECAST_URL', 'http://source:change-me-source@icecast:8000/live.ogg'],
  ['HLS_S3_SECRET', 'change-me-bucket'],
  ['ADMIN_PASSWORD', 'change-me'],
])("[OP39] %s is refused while it is the example's, and not repeated", (name, value) => {
  const config = readConfig({ ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'secret', [name]: value })
  if (config.ok) throw new Error('accepted')
  expect(config.errors).toEqual([expect.stringMatching(new RegExp(`^${name} must not be the example`))])
  expect(config.errors[0]).not.toContain('change-me')
})

it('[OP39] every password of deploy/env.example is one that is refused', () => {
  const example = readFileSync(join(import.meta.dirname, '../../deploy/env.example'), 'utf8')
  const passwords = [...example.matchAll(/^(\w+_PASSWORD)=(.+)$/gm)].map(([, , value]) => value)
  expect(passwords.length).toBeGreaterThan(3)
  for (const password of passwords)
    expect(readConfig({ ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: password }).ok).toBe(false)
})
