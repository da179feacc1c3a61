import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Names of values that may hold a secret, wherever they stand in the log. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'connectionString',
  'databaseUrl',
  'smtpUrl',
  'secret',
]
const SECRETS = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`].map(bracketed))

/**
 * `user:password@` in an address, as messages of drivers and libraries repeat it. Up to the last `@`: passwords that
 * were not encoded hold `@` and `/`.
 */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s"']+@/gi

/** Logs as JSON lines, without secrets. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: { paths: SECRETS, censor: '[secret]' },
    serializers: { err: serializeError },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Also what an error carries beside its message: the `input` of ERR_INVALID_URL is the address itself. */
function serializeError(error: Error): object {
  return Object.fromEntries(
    Object.entries(stdSerializers.err(error)).map(([name, value]) => [name, withoutCredentials(value)]),
  )
}

function withoutCredentials(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(CREDENTIALS, '$1[secret]@') : value
}

function bracketed(path: string): string {
  return path.replace(/[a-z]+-[a-z]+$/, '["$&"]').replace('.[', '[')
}
