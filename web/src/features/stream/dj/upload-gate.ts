import { MAX_CHUNK_BYTES } from '@carillon/contract/stream/schemas'

/** Above this many unsent bytes (about five seconds of sound) the upload has stalled and chunks are dropped. */
export const STALL_BYTES = 64 * 1024
/** Above this many (about two seconds) it is slow and the DJ is told. */
export const SLOW_BYTES = 24 * 1024
/** A stalled upload goes on once fewer than this many are left. */
export const DRAINED_BYTES = 8 * 1024

/**
 * Verdict on a chunk. `skip`: over the size limit. `drop`: the upload stalls. `resume`: it has drained. After `skip`
 * and `resume` the recorder starts again, since the stream needs a fresh header after a hole.
 */
export type ChunkVerdict = 'send' | 'skip' | 'drop' | 'resume'

/** Judges one chunk against the bytes that the socket has not sent yet; the queue is bounded by this rule alone. */
export function judgeChunk(chunkBytes: number, unsentBytes: number, isStalled: boolean): ChunkVerdict {
  if (chunkBytes > MAX_CHUNK_BYTES) return 'skip'
  if (isStalled) return unsentBytes <= DRAINED_BYTES ? 'resume' : 'drop'
  return unsentBytes + chunkBytes > STALL_BYTES ? 'drop' : 'send'
}
