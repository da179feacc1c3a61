import {
  createBroadcast,
  deleteBroadcast,
  endBroadcast,
  getBroadcast,
  liveBroadcasts,
  liveHealth,
  setNowPlaying,
  startBroadcast,
  startTest,
  upcomingBroadcasts,
  updateBroadcast,
} from '@carillon/contract/broadcasts/endpoints'
import { standBy } from '@carillon/contract/broadcasts/hand-over'
import type { CallOf } from '@carillon/contract/endpoint'
import { setRecordingVisibility } from '@carillon/contract/recordings/endpoints'
import type { Call } from '../../api/client.ts'

type Create = CallOf<typeof createBroadcast>['body']
type Playing = CallOf<typeof setNowPlaying>['body']
type Update = CallOf<typeof updateBroadcast>['body']

/** The calls with which a DJ runs a broadcast, through a client. All reject with ApiError. */
export function createDjCalls(call: Call) {
  return {
    create: (body: Create) => call(createBroadcast, { body }),
    update: (id: number, body: Update) => call(updateBroadcast, { params: { id }, body }),
    setNowPlaying: (id: number, body: Playing) => call(setNowPlaying, { params: { id }, body }),
    setRecordingPublic: (id: number, isPublic: boolean) =>
      call(setRecordingVisibility, { params: { id }, body: { isPublic } }),
    remove: (id: number) => call(deleteBroadcast, { params: { id } }),
    get: (id: number) => call(getBroadcast, { params: { id } }),
    live: (signal?: AbortSignal) => call(liveBroadcasts, { signal }),
    upcoming: () => call(upcomingBroadcasts),
    health: (signal: AbortSignal) => call(liveHealth, { signal }),
    start: (id: number) => call(startBroadcast, { params: { id } }),
    startTest: (id: number) => call(startTest, { params: { id } }),
    standBy: (id: number) => call(standBy, { params: { id } }),
    end: (id: number, givenUp?: AbortSignal) => call(endBroadcast, { params: { id }, givenUp }),
  }
}
