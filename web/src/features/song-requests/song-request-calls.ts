import type { BodyOf } from '@carillon/contract/endpoint'
import {
  createSongRequest,
  deleteSongRequest,
  listSongRequests,
  setSongRequestStatus,
} from '@carillon/contract/song-requests/endpoints'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import type { Call } from '../../api/client.ts'

/** Calls of song requests. All reject with ApiError. */
export type SongRequestCalls = ReturnType<typeof createSongRequestCalls>

/** The calls about the requests of one broadcast, as anyone who is signed in may make them. */
export function createSongRequestCalls(call: Call, id: number) {
  return {
    list: (signal: AbortSignal) => call(listSongRequests, { params: { id }, signal }),
    send: (body: BodyOf<typeof createSongRequest>) => call(createSongRequest, { params: { id }, body }),
    setStatus: (requestId: number, status: SongRequest['status']) =>
      call(setSongRequestStatus, { params: { id, requestId }, body: { status } }),
    remove: (requestId: number) => call(deleteSongRequest, { params: { id, requestId } }),
  }
}
