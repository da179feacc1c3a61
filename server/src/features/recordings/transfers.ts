import type { Readable } from 'node:stream'

export type Transfers = ReturnType<typeof createTransfers>

/** Files that are being sent: a slow reader takes as long as it likes, but not longer than the station runs. */
export function createTransfers() {
  const running = new Set<Readable>()
  return {
    add(file: Readable): void {
      running.add(file)
      file.once('close', () => running.delete(file))
    },
    /** Ends them all; whoever reads asks for the rest again. */
    cut(): void {
      for (const file of running) file.destroy()
    },
  }
}
