import { readConfig } from './config.ts'
import { InstanceRefused } from './db/claim.ts'
import { DatabaseRefused } from './db/connect.ts'
import { FolderTaken } from './db/lock.ts'
import { MigrationRefused } from './db/migrate.ts'
import { RestoreUnfinished } from './db/swap.ts'
import { createLogger } from './kernel/logger.ts'
import { startStation } from './lifecycle.ts'

const STOP_LIMIT_MS = 7_500
/** Reasons not to start that the operator can do something about: said in one line each. */
const EXPECTED = [FolderTaken, RestoreUnfinished, DatabaseRefused, InstanceRefused, MigrationRefused]

const config = readConfig(process.env)
if (!config.ok) fail(config.errors)

const { value: settings } = config
const logger = createLogger(settings.logLevel)

/** A supervisor starts the station again; broadcasts stay LIVE in the database. */
const onFatal = (error: Error) => {
  logger.fatal({ err: error }, 'the station cannot go on')
  process.exit(1)
}
process.on('uncaughtException', onFatal)

try {
  const station = await startStation(settings, { logger, onFatal })
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // Ctrl-C under npm comes twice, from the terminal and from npm: the second must not cut the first one short.
    if (isStopping) return
    isStopping = true
    logger.info({ signal }, 'stopping')
    // Whatever hangs, the supervisor that sent the signal is not kept waiting.
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    station.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  announce(station)
} catch (error) {
  if (error instanceof Error && EXPECTED.some((expected) => error instanceof expected)) fail([error.message])
  if (isPortTaken(error)) fail([`Port ${settings.port} is in use by another program. Set another PORT.`])
  logger.fatal({ err: error }, 'the station could not start')
  process.exit(1)
}

function announce({ port, firstAdmin }: Awaited<ReturnType<typeof startStation>>): void {
  const address = settings.publicUrl ?? `http://localhost:${port}`
  const lines = [`${settings.stationName} is on ${address}`]
  if (firstAdmin) {
    lines.push('', 'The first administrator, shown only this once:')
    lines.push(`  email     ${firstAdmin.email}`, `  password  ${firstAdmin.password}`)
    if (!process.stdout.isTTY) lines.push('What is printed here may be kept: change it after signing in.')
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}

function fail(messages: string[]): never {
  for (const message of messages) process.stderr.write(`${message}\n`)
  process.exit(1)
}
