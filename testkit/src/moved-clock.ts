import { globSync, renameSync, writeFileSync } from 'node:fs'

/** Path of the library that moves the clock of a process (Debian's package libfaketime); null where it is missing. */
export function findFaketime(): string | null {
  return globSync('/usr/lib/*/faketime/libfaketime.so.1')[0] ?? null
}

/** Puts the clock that lives in `file` at an instant of whole seconds; it stands still there. */
export function moveClock(file: string, instantMs: number): void {
  write(file, String(instantMs / 1000))
}

/** Lets the clock that lives in `file` run this many seconds ahead of the machine's, or behind it. */
export function shiftClock(file: string, seconds: number): void {
  write(file, seconds < 0 ? String(seconds) : `+${seconds}`)
}

/** At once: the process looks at its clock at any time, also while a file is empty that is being written. */
function write(file: string, text: string): void {
  writeFileSync(`${file}.next`, text)
  renameSync(`${file}.next`, file)
}

/** The environment of a process on a machine in `zone` whose clock lives in `file`; what it waits for goes on. */
export function withMovedClock(file: string, zone: string): Record<string, string> {
  return {
    ...fakedTime(file, zone),
    // Read again at each look at the clock: it is moved while the process runs.
    FAKETIME_NO_CACHE: '1',
  }
}

/**
 * The same for a process of several threads, which sees a move within two seconds: the library reads its file without a
 * lock, and where each look of each thread does so, one of them now and then sees the machine's own time.
 */
export function withMovedClockOfThreads(file: string, zone: string): Record<string, string> {
  return { ...fakedTime(file, zone), FAKETIME_CACHE_DURATION: '1' }
}

function fakedTime(file: string, zone: string): Record<string, string> {
  return {
    TZ: zone,
    LD_PRELOAD: findFaketime() ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_FMT: '%s',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
}
