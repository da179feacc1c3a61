import type { Readable } from 'node:stream'

export type Transfers = ReturnType<typeof createTransfers>

/** Files that are being sent: a slow reader takes as long as it likes, but not longer than there is a recording or a station. */
export function createTransfers() {
  const running = new Map<Readable, number>()
  return {
    add(broadcastId: number, file: Readable): void {
      running.set(file, broadcastId)
      file.once('close', () => running.delete(file))
    },
    /** Ends those of one show, whose recording is gone. */
    cutShow(broadcastId: number): void {
      for (const [file, id] of running) if (id === broadcastId) file.destroy()
    },
    /** Ends them all; whoever reads asks for the rest again. */
    cut(): void {
      for (const file of running.keys()) file.destroy()
    },
  }
}
