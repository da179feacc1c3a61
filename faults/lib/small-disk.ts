import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand } from '@carillon/testkit/processes'

const BLOCK = Buffer.alloc(64 * 1024)
const LAST_BLOCK = Buffer.alloc(4096)

/** A disk of its own that can be filled: memory that is mounted. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'carillon-disk-'))
  readonly #ballast = join(this.folder, 'ballast')

  constructor(megabytes: number) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'carillon-disk', this.folder])
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder)
    return bavail * bsize
  }

  /** Writes until nothing more goes in. */
  fill(): void {
    for (const block of [BLOCK, LAST_BLOCK]) while (this.#takes(block));
  }

  /** Gives back what `fill` took. */
  free(): void {
    rmSync(this.#ballast, { force: true })
  }

  /** Unmounts it. Anyone who used it must have ended. */
  remove(): void {
    execFileSync('umount', ['--lazy', this.folder])
    rmSync(this.folder, { recursive: true })
  }

  #takes(block: Buffer): boolean {
    try {
      appendFileSync(this.#ballast, block)
      return true
    } catch {
      return false // ENOSPC: that is what was wanted
    }
  }
}

/** Returns what this machine lacks for a disk of its own; null when it has all. */
export function lacksSmallDisk(): string | null {
  if (process.getuid?.() !== 0) return 'a disk of its own needs root'
  return findCommand('mount') ? null : 'no mount on this machine'
}
