import type { Readable } from 'node:stream'
import { AppError } from '../../kernel/app-error.ts'
import { networkOf } from '../../kernel/ip-network.ts'

export type Transfers = ReturnType<typeof createTransfers>

/** Each holds a descriptor and what is read ahead of it. There are far fewer descriptors than connections. */
export const MAX_TRANSFERS = 1_000
/** A campus sits behind one address, and a player holds one of these at a time. */
export const MAX_TRANSFERS_PER_ADDRESS = 500
const RETRY_WHEN_FULL_SECONDS = 10

/** `isSupervisor`: it is sent to somebody who may hear a private recording too. */
type Transfer = { broadcastId: number; address: string; isSupervisor?: boolean }

/**
 * Files that are being sent: a slow reader takes as long as it likes, but not longer than there is a recording or a station.
 * `onCut` is called when those of a show end.
 */
export function createTransfers(onCut: (broadcastId: number) => void = () => undefined) {
  const running = new Map<Readable, Transfer & { network: string }>()
  const countOf = (network: string) => [...running.values()].filter((each) => each.network === network).length
  return {
    /** Throws TOO_MANY_REQUESTS, and closes the file, when there is no room for one more, in all or for its address. */
    add(file: Readable, whose: Transfer): void {
      const network = networkOf(whose.address)
      if (running.size >= MAX_TRANSFERS || countOf(network) >= MAX_TRANSFERS_PER_ADDRESS) {
        file.destroy()
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_WHEN_FULL_SECONDS })
      }
      running.set(file, { ...whose, network })
      file.once('close', () => running.delete(file))
    },
    /** Ends those of one show, whose recording is gone. */
    cutShow(broadcastId: number): void {
      onCut(broadcastId)
      for (const [file, whose] of running) if (whose.broadcastId === broadcastId) file.destroy()
    },
    /** Ends those of one show that are not to its DJ or staff: its recording is for these alone now. */
    cutPublic(broadcastId: number): void {
      onCut(broadcastId)
      for (const [file, whose] of running)
        if (whose.broadcastId === broadcastId && !whose.isSupervisor) file.destroy()
    },
    /** Ends them all; anyone who reads asks for the rest again. */
    cut(): void {
      for (const file of running.keys()) file.destroy()
    },
  }
}

/** Removes the file of a show, then ends what is being sent of it: anyone who opens it until then is among those. */
export async function withdraw(
  broadcastId: number,
  files: { remove(broadcastId: number): Promise<void> },
  transfers: Pick<Transfers, 'cutShow'>,
): Promise<void> {
  try {
    await files.remove(broadcastId)
  } finally {
    transfers.cutShow(broadcastId)
  }
}
