import type { Mount } from '../mount/mount.ts'

/**
 * Takes the pages of one live mount on to somewhere else: another server, an encoder. None of it may wait or throw; what
 * it cannot pass on it reads from the mount's page buffer later, or leaves out.
 */
export type Output = {
  /** A page was added to the mount, or the time has come to try again. */
  publish(): void
  /** Passes on what is left and lets go. Resolves within about a second; idempotent. */
  close(): Promise<void>
}

/** Opens an output of a mount that has just begun. The caller closes the output with the mount. */
export type OpenOutput = (mount: Mount) => Output
