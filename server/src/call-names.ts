import { analyticsEndpoints } from '@carillon/contract/analytics/endpoints'
import { announcementEndpoints } from '@carillon/contract/announcements/endpoints'
import { authEndpoints } from '@carillon/contract/auth/endpoints'
import { resetEndpoints } from '@carillon/contract/auth/password-reset'
import { peopleEndpoints } from '@carillon/contract/auth/people-endpoints'
import { totpEndpoints } from '@carillon/contract/auth/two-step'
import { broadcastEndpoints } from '@carillon/contract/broadcasts/endpoints'
import { handOverEndpoints } from '@carillon/contract/broadcasts/hand-over'
import { markEndpoints } from '@carillon/contract/broadcasts/marks'
import { chatEndpoints } from '@carillon/contract/chat/endpoints'
import { encoderEndpoints } from '@carillon/contract/encoder/endpoints'
import type { Endpoint } from '@carillon/contract/endpoint'
import { libraryEndpoints } from '@carillon/contract/library/endpoints'
import { playlistEndpoints } from '@carillon/contract/library/playlists'
import { notificationEndpoints } from '@carillon/contract/notifications/endpoints'
import { replayEndpoints } from '@carillon/contract/playout/replays'
import { playoutEndpoints } from '@carillon/contract/playout/settings'
import { playEndpoints } from '@carillon/contract/plays/endpoints'
import { getNowPlaying } from '@carillon/contract/plays/now-playing'
import { pollEndpoints } from '@carillon/contract/polls/endpoints'
import { recordingEndpoints } from '@carillon/contract/recordings/endpoints'
import { songRequestEndpoints } from '@carillon/contract/song-requests/endpoints'
import { staffLineEndpoints } from '@carillon/contract/staff-line/endpoints'
import { streamEndpoints } from '@carillon/contract/stream/endpoints'

const ENDPOINTS: Record<string, Endpoint> = {
  ...analyticsEndpoints,
  ...announcementEndpoints,
  ...authEndpoints,
  ...peopleEndpoints,
  ...resetEndpoints,
  ...totpEndpoints,
  ...broadcastEndpoints,
  ...handOverEndpoints,
  ...markEndpoints,
  ...chatEndpoints,
  ...encoderEndpoints,
  ...libraryEndpoints,
  ...playlistEndpoints,
  ...notificationEndpoints,
  ...playEndpoints,
  ...playoutEndpoints,
  ...replayEndpoints,
  getNowPlaying,
  ...pollEndpoints,
  ...recordingEndpoints,
  ...songRequestEndpoints,
  ...staffLineEndpoints,
  ...streamEndpoints,
}

/** Name of each call in the contract: generated clients name their functions after it. */
export const CALL_NAMES: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [endpoint, name]),
)
