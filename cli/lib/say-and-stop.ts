/** Ends the program with code 1 and the reason on one line of standard error. */
export function sayAndStop(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exit(1)
}
