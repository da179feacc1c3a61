import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod/mini'

/** Everything the environment may say, read once. Addresses end without a slash. */
export type Config = {
  port: number
  host: string
  dataDir: string
  /** Null is the embedded database in `dataDir`. */
  databaseUrl: string | null
  redisUrl: string | null
  /** Base URL of this instance for the others; null: its own address. */
  instanceUrl: string | null
  /** The server that listeners are sent to: the source's address with its password, servers to count at, and how browsers reach it. */
  icecast: { url: string; adminUrls: readonly string[]; publicUrl: string | null } | null
  /** Base URL of a cache in front of the HLS paths; null: they are the station's own. */
  hlsPublicUrl: string | null
  /** The bucket that HLS is put into, and the key for it; null: none. */
  hlsS3: { url: string; keyId: string; secret: string; region: string } | null
  smtpUrl: string | null
  mailFrom: string | null
  /** Base URL of the station in public; null: as each request says. */
  publicUrl: string | null
  allowedOrigins: readonly string[]
  /** Proxies whose X-Forwarded headers count: all, none, a number of hops or their addresses. */
  trustProxy: boolean | number | string
  stationName: string
  contact: StationContact
  /** Folders to look for programs in: PATH. */
  searchPath: string
  timeZone: string
  admin: { email: string; password: string } | null
  /** Address of this port for DJs' programs, when it is not the station's own name and port. */
  encoderAddress: { host: string; port: number } | null
  sourceGraceSeconds: number
  /** Days that recordings stay; null: for good. */
  recordingDays: number | null
  /** Room for the files of the library. */
  libraryBytes: number
  /** Token that /metrics asks for; null: it answers anyone on this machine. */
  metricsToken: string | null
  logLevel: (typeof LOG_LEVELS)[number]
}

/** Contact of the station; each is null where nobody set it. */
export type StationContact = {
  email: string | null
  /** Place of the studio, on one line. */
  studio: string | null
  /** When somebody is there, on one line. */
  hours: string | null
}

/** The settings, or one message per wrong one. */
export type ConfigResult = { ok: true; value: Config } | { ok: false; errors: string[] }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Reads the settings; each wrong one gives one message that names it, what it holds is never repeated. */
export function readConfig(environment: Record<string, string | undefined>): ConfigResult {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const examples = SECRET_NAMES.filter((name) => given[name]?.includes(EXAMPLE))
  if (examples.length > 0) return { ok: false, errors: examples.map((name) => `${name} ${EXAMPLE_PROBLEM}`) }
  const parsed = settingsSchema.safeParse(given)
  if (!parsed.success) return { ok: false, errors: firstOfEach(parsed.error.issues).map(describe) }
  return { ok: true, value: toConfig(parsed.data) }
}

/** As deploy/env.example begins what everybody could know. */
const EXAMPLE = 'change-me'
const EXAMPLE_PROBLEM = 'must not be the example’s: choose a password'
/** The settings that are a password, or hold one. */
const SECRET_NAMES = [
  'DATABASE_URL',
  'REDIS_URL',
  'ICECAST_URL',
  'ICECAST_ADMIN_URL',
  'HLS_S3_SECRET',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
] as const

const trimmed = z.string().check(z.trim())
const url = (...protocols: string[]) =>
  trimmed.check(
    z.refine(
      (text) => protocols.includes(protocolOf(text)),
      `must be an address with ${protocols.join(' or ')}`,
    ),
    z.refine(isDecodable, 'must have %25 for a percent sign in its user or password'),
  )
const wholeNumber = (min: number, max: number) => {
  const problem = `must be a whole number from ${min} to ${max}`
  const digits = trimmed.check(z.regex(/^\d+$/, problem))
  const isWithin = (value: number) => value >= min && value <= max
  return z.pipe(digits, z.transform(Number)).check(z.refine(isWithin, problem))
}
const origin = z.pipe(
  url('http:', 'https:'),
  z.transform((text) => new URL(text).origin),
)
/** A name and a port, as in `radio.example.edu:8000`. */
const hostAndPort = trimmed.check(
  z.refine(
    (text) => readHostAndPort(text) !== null,
    'must be a name and a port, such as radio.example.edu:8080',
  ),
)
/** Something that the page shows on one line. */
const publicLine = trimmed.check(z.regex(/^\P{C}{1,120}$/u, 'must be one line of at most 120 characters'))
/** Characters that are the same in an address and in what is signed of it. */
const bucketAddress = z.pipe(
  url('http:', 'https:').check(
    z.regex(
      /^[^/]*\/\/[^/?#@]+(\/[\w.~-]+)+\/*$/,
      'must be the address of a bucket, path first and nothing but letters, digits and . _ ~ - in it: https://host/bucket',
    ),
  ),
  z.transform((text) => text.replace(/\/+$/, '')),
)
const list = z.pipe(
  z.string(),
  z.transform((text) => text.split(',').map((part) => part.trim())),
)

/** An address, or a name and an address in angle brackets (RFC 5322 s3.4). */
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/

const trust = z
  .pipe(trimmed, z.transform(readTrust))
  .check(z.refine(isTrust, 'must be off, on, a number of proxies, or their addresses with commas between'))

/** All of them, or none. */
const BUCKET_NAMES = ['HLS_S3_URL', 'HLS_S3_KEY_ID', 'HLS_S3_SECRET'] as const

const settingsSchema = z
  .object({
    PORT: z._default(wholeNumber(0, 65535), 8080),
    HOST: z._default(trimmed, '0.0.0.0'),
    DATA_DIR: z._default(z.string(), './data'),
    DATABASE_URL: z.optional(url('postgres:', 'postgresql:')),
    REDIS_URL: z.optional(url('redis:', 'rediss:')),
    INSTANCE_URL: z.optional(origin),
    ICECAST_URL: z.optional(
      url('http:', 'https:').check(
        z.refine(
          isSourceAddress,
          'must have a user, a password and a mount: http://source:password@host:8000/live.ogg',
        ),
      ),
    ),
    ICECAST_ADMIN_URL: z._default(z.pipe(list, z.array(url('http:', 'https:'))), []),
    ICECAST_PUBLIC_URL: z.optional(url('http:', 'https:')),
    HLS_PUBLIC_URL: z.optional(
      z.pipe(
        url('http:', 'https:').check(z.regex(/^[^?#]*$/, 'must be an address without ? and #')),
        z.transform((text) => text.replace(/\/+$/, '')),
      ),
    ),
    HLS_S3_URL: z.optional(bucketAddress),
    HLS_S3_KEY_ID: z.optional(
      trimmed.check(
        z.regex(/^[\w.~+=@-]{1,128}$/, 'must be the id of a key, without spaces, slashes and commas'),
      ),
    ),
    HLS_S3_SECRET: z.optional(
      trimmed.check(
        z.regex(/^[!-~]{8,200}$/, 'must be the secret of a key, 8 to 200 letters, digits and signs'),
      ),
    ),
    HLS_S3_REGION: z._default(
      trimmed.check(z.regex(/^[\w-]{1,64}$/, 'must be the name of a region such as us-east-1')),
      'us-east-1',
    ),
    SMTP_URL: z.optional(url('smtp:', 'smtps:')),
    MAIL_FROM: z.optional(
      trimmed.check(
        z.regex(SENDER, 'must be an e-mail address, alone or as Campus Radio <radio@example.edu>'),
      ),
    ),
    PUBLIC_URL: z.optional(origin),
    ALLOWED_ORIGINS: z._default(z.pipe(list, z.array(origin)), []),
    TRUST_PROXY: z._default(trust, false),
    PATH: z._default(z.string(), ''),
    STATION_NAME: z._default(
      trimmed.check(z.maxLength(80, 'must have at most 80 characters')),
      'Campus Radio',
    ),
    STATION_TIME_ZONE: z._default(
      trimmed.check(z.refine(isTimeZone, 'must be a time zone such as Asia/Manila')),
      'Asia/Manila',
    ),
    STATION_EMAIL: z.optional(z.pipe(trimmed, z.email('must be an e-mail address'))),
    STATION_STUDIO: z.optional(publicLine),
    STATION_HOURS: z.optional(publicLine),
    ADMIN_EMAIL: z.optional(z.pipe(trimmed.check(z.toLowerCase()), z.email('must be an e-mail address'))),
    ADMIN_PASSWORD: z.optional(
      z
        .string()
        .check(
          z.minLength(6, 'must have at least 6 characters'),
          z.maxLength(200, 'must have at most 200 characters'),
        ),
    ),
    ENCODER_ADDRESS: z.optional(hostAndPort),
    SOURCE_GRACE_SECONDS: z._default(wholeNumber(1, 86_400), 600),
    RECORDING_DAYS: z.optional(wholeNumber(1, 36_500)),
    LIBRARY_GB: z._default(wholeNumber(1, 100_000), 20),
    METRICS_TOKEN: z.optional(
      trimmed.check(z.regex(/^[\w.~+/-]{16,200}=*$/, 'must be 16 to 200 letters, digits or . _ ~ + / -')),
    ),
    LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  })
  .check(
    z.superRefine((settings, context) => {
      if (Boolean(settings.ADMIN_EMAIL) === Boolean(settings.ADMIN_PASSWORD)) return
      const missing = settings.ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'
      const message = 'must be set together with the other one of ADMIN_EMAIL and ADMIN_PASSWORD'
      context.addIssue({ code: 'custom', path: [missing], message })
    }),
    z.superRefine((settings, context) => {
      const missing = BUCKET_NAMES.filter((name) => settings[name] === undefined)
      if (missing.length === 0 || missing.length === BUCKET_NAMES.length) return
      const message = `must be set together with the others of ${BUCKET_NAMES.join(', ')}`
      for (const name of missing) context.addIssue({ code: 'custom', path: [name], message })
    }),
    z.superRefine((settings, context) => {
      if (settings.ICECAST_URL || !(settings.ICECAST_PUBLIC_URL || settings.ICECAST_ADMIN_URL.length > 0))
        return
      const message = 'must be set, since other settings of Icecast are'
      context.addIssue({ code: 'custom', path: ['ICECAST_URL'], message })
    }),
  )

/** Names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape)

function toConfig(settings: z.output<typeof settingsSchema>): Config {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings
  const { HLS_S3_URL: bucketUrl, HLS_S3_KEY_ID: keyId, HLS_S3_SECRET: secret } = settings
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    redisUrl: settings.REDIS_URL ?? null,
    instanceUrl: settings.INSTANCE_URL ?? null,
    icecast: settings.ICECAST_URL
      ? {
          url: settings.ICECAST_URL,
          adminUrls: settings.ICECAST_ADMIN_URL,
          publicUrl: settings.ICECAST_PUBLIC_URL ?? null,
        }
      : null,
    hlsPublicUrl: settings.HLS_PUBLIC_URL ?? null,
    hlsS3:
      bucketUrl && keyId && secret ? { url: bucketUrl, keyId, secret, region: settings.HLS_S3_REGION } : null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    stationName: settings.STATION_NAME,
    contact: {
      email: settings.STATION_EMAIL ?? null,
      studio: settings.STATION_STUDIO ?? null,
      hours: settings.STATION_HOURS ?? null,
    },
    searchPath: settings.PATH,
    timeZone: settings.STATION_TIME_ZONE,
    admin: email && password ? { email, password } : null,
    encoderAddress: readHostAndPort(settings.ENCODER_ADDRESS ?? ''),
    sourceGraceSeconds: settings.SOURCE_GRACE_SECONDS,
    recordingDays: settings.RECORDING_DAYS ?? null,
    libraryBytes: settings.LIBRARY_GB * 1024 ** 3,
    metricsToken: settings.METRICS_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL,
  }
}

/** A setting may be wrong in several ways; one message is enough to go and look. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const names = issues.map(({ path }) => String(path[0]))
  return issues.filter((_, at) => names.indexOf(names[at] ?? '') === at)
}

function describe(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${issue.message}`
}

function readHostAndPort(text: string): Config['encoderAddress'] {
  const [, host, digits] = /^([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  return host && port > 0 && port <= 65_535 ? { host, port } : null
}

function protocolOf(text: string): string {
  return URL.canParse(text) ? new URL(text).protocol : ''
}

function isSourceAddress(text: string): boolean {
  if (!URL.canParse(text)) return true // said already
  const { username, password, pathname } = new URL(text)
  return username !== '' && password !== '' && pathname.length > 1
}

/** RFC 3986 s2.1: a percent sign begins an octet of two hexadecimal digits. What is no address is told as such. */
function isDecodable(text: string): boolean {
  if (!URL.canParse(text)) return true
  const { username, password } = new URL(text)
  try {
    return decodeURIComponent(username + password).length >= 0
  } catch {
    // Throwing is its answer for what is no percent-encoding.
    return false
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    // Intl has no way to ask; throwing is its answer for an unknown zone.
    return false
  }
}

function readTrust(text: string): boolean | number | string {
  if (['off', 'false', 'no', '0'].includes(text.toLowerCase())) return false
  if (['on', 'true', 'yes'].includes(text.toLowerCase())) return true
  return /^\d+$/.test(text) ? Number(text) : text
}

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal']

function isTrust(trust: boolean | number | string): boolean {
  if (typeof trust !== 'string') return true
  const isRange = (part: string) =>
    /^[^/]+(\/\d{1,3})?$/.test(part) && isIP(part.split('/', 1)[0] ?? '') !== 0
  return trust.split(',').every((part) => PROXY_RANGES.includes(part.trim()) || isRange(part.trim()))
}
