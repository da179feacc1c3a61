import { readConfig } from './config.ts'
import { createLogger } from './kernel/logger.ts'
import { endOnFatal, fail, stopOnSignals } from './kernel/process.ts'
import { startStation } from './lifecycle.ts'
import { expectedProblem, welcome } from './start-messages.ts'

const config = readConfig(process.env)
if (!config.ok) fail(config.errors)

const { value: settings } = config
const logger = createLogger(settings.logLevel)
const onFatal = endOnFatal(logger)

try {
  const station = await startStation(settings, { logger, onFatal })
  stopOnSignals(station, logger)
  process.stdout.write(welcome(settings, station))
} catch (error) {
  const problem = expectedProblem(error, settings)
  if (problem) fail([problem])
  logger.fatal({ err: error }, 'the station could not start')
  process.exit(1)
}
