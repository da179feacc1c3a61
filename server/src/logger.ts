import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** Whatever may hold a secret, wherever it stands in what is logged. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'connectionString',
  'databaseUrl',
  'smtpUrl',
]
const SECRETS = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`].map(bracketed))

/** `user:password@` in an address, as messages of drivers and libraries repeat it. */
const CREDENTIALS = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi

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

function serializeError(error: Error): object {
  const { message, stack, type, ...rest } = stdSerializers.err(error)
  return { type, message: withoutCredentials(message), stack: withoutCredentials(stack), ...rest }
}

function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '$1[secret]@')
}

function bracketed(path: string): string {
  return path.replace(/[a-z]+-[a-z]+$/, '["$&"]').replace('.[', '[')
}
