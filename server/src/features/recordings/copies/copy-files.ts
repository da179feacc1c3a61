import { openPeerFile } from '../../../cluster/peer-file.ts'
import { announceInstance } from '../../../db/instances.ts'
import { peerFileUrl } from '../fetch-from-peer.ts'
import type { RecordingFiles } from '../files.ts'
import type { Db } from '../table.ts'
import { releaseOwn } from '../takes/give-missing.ts'
import * as store from './store.ts'

/** This instance, as one that copies: its address, and the secret of all. */
export type Copier = { db: Db; files: RecordingFiles; url: string; key: string; signal: AbortSignal }

/** Reads what was written since it was read, and forgets what is gone. Gives those whose version counts from here on. */
export async function lookAtFiles({ db, files, url, signal }: Copier): Promise<number[]> {
  const known = await store.findOwnCopies(db, url)
  const declared: number[] = []
  for (const broadcastId of await files.listWholes()) {
    signal.throwIfAborted()
    const state = await files.stateOf(broadcastId)
    if (!state) continue
    const isKnown = known.get(broadcastId) === state.modifiedMs
    known.delete(broadcastId)
    if (isKnown) continue
    // Years of recordings take minutes to read.
    await announceInstance(db, url)
    const sha256 = await files.digestOf(broadcastId)
    if (sha256 === null) continue
    if (await store.declareCopy(db, url, broadcastId, { ...state, sha256 })) declared.push(broadcastId)
  }
  await store.withdrawCopies(db, url, [...known.keys()])
  return declared
}

/**
 * Copies a recording from an instance that has it, over one that was recorded here once the other has all of that. Throws
 * NO_ROOM, and the reason of the last one that was asked.
 */
export async function copyRecording(
  { db, files, url, key, signal }: Copier,
  due: store.DueCopy,
): Promise<void> {
  const { broadcastId, bytes, sha256 } = due
  await releaseOwn({ files, url, key, signal }, due)
  await files.requireRoom(bytes)
  let reason: unknown = new Error(`No instance that runs has recording ${broadcastId}`)
  for (const holder of await store.findHolders(db, broadcastId, url)) {
    try {
      const copy = await openPeerFile(peerFileUrl(holder, broadcastId), key, signal)
      if (!copy) continue
      const state = await files.placeCopy(due, copy, () => store.isCurrent(db, due))
      if (state) await store.declareCopy(db, url, broadcastId, { ...state, sha256 })
      return
    } catch (error) {
      signal.throwIfAborted()
      reason = error
    }
  }
  throw reason
}
