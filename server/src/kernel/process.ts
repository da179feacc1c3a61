import type { Logger } from 'pino'

const STOP_LIMIT_MS = 7_500

/** Ends the process on what nobody has caught; gives what ends it. A supervisor starts it again: broadcasts stay LIVE. */
export function endOnFatal(logger: Logger): (error: Error) => void {
  const onFatal = (error: Error) => {
    logger.fatal({ err: error }, 'the station cannot continue')
    process.exit(1)
  }
  process.on('uncaughtException', onFatal)
  return onFatal
}

/** Closes the station at SIGTERM and SIGINT, then ends the process: after a while in any case. */
export function stopOnSignals(station: { close(): Promise<void> }, logger: Logger): void {
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
}

/** Ends the process with code 1, each message being a line. */
export function fail(messages: readonly string[]): never {
  for (const message of messages) process.stderr.write(`${message}\n`)
  process.exit(1)
}
