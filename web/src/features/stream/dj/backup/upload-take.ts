import { SESSION_COOKIE } from '@carillon/contract/auth/schemas'
import { type TakeReply, takePath, takeReplySchema } from '@carillon/contract/recordings/takes'
import { OggMuxer } from '@carillon/media/ogg/muxer'
import { ApiError } from '../../../../api/api-error.ts'
import { dataOf } from '../../../../api/reply.ts'
import { readableCookie } from '../../../../api/request.ts'
import type { KeptTake, Piece } from './kept-take.ts'

/** A piece of ten seconds has this long. In ms. */
const LIMIT_MS = 60_000

/** Packets of a take from number `from` on. `left` is how many come after them. */
export type TakeUpload = { take: KeptTake; from: number; packets: readonly Uint8Array[]; left: number }
/** Gives the station what it does not have. Rejects with ApiError. */
export type UploadTake = (upload: TakeUpload) => Promise<TakeReply>

/** Uploads packets as an Ogg Opus stream of their own (RFC 7845). */
export const uploadTake: UploadTake = async ({ take, from, packets, left }) => {
  const { broadcastId, takeId, after } = take
  const query = new URLSearchParams({ from: String(from), left: String(left) })
  if (after) query.set('after', after.takeId)
  if (after) query.set('afterPackets', String(after.packets))
  const token = readableCookie(document.cookie, SESSION_COOKIE)
  try {
    const response = await fetch(`${takePath(broadcastId, takeId)}?${query}`, {
      method: 'PUT',
      credentials: 'include',
      headers: { 'Content-Type': 'audio/ogg', ...(token && { Authorization: `Bearer ${token}` }) },
      body: streamOf(packets),
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    return takeReplySchema.parse(await dataOf(response))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError({ status: 0, code: 'NETWORK' })
  }
}

function streamOf(packets: readonly Uint8Array[]): Blob {
  const [serialNumber = 0] = crypto.getRandomValues(new Uint32Array(1))
  const muxer = new OggMuxer({ serialNumber })
  const pages = [muxer.headerPages(), muxer.lastPage(packets)]
  return new Blob(pages as Uint8Array<ArrayBuffer>[], { type: 'audio/ogg' })
}

/** Opus packets of these pieces. */
export const packetsOf = (pieces: readonly Piece[]): Uint8Array[] => pieces.flatMap(({ packets }) => packets)
