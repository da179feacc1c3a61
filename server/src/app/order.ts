import { SOURCE_CLOSE } from '@carillon/contract/stream'
import type { Shutdown } from '../kernel/shutdown.ts'
import type { Features } from './features.ts'
import type { Doors } from './serve.ts'

const { SERVER_RESTARTING } = SOURCE_CLOSE

/** Takes up what the last run left, before anybody can ask for it. */
export async function startFeatures(features: Features): Promise<void> {
  await features.polls.restore()
  await features.stream.stream.restore()
  features.broadcasts.start()
  await features.notifications.start()
  await features.announcements.start()
  features.recordings.start()
}

/**
 * The order of the end, to be read from below: sound and sockets go first, then calls under way are waited for, then the
 * doors close, and only who then asks for nothing any more lets go.
 */
export function planStop(features: Features, { edge, sockets, diverting }: Doors, { add }: Shutdown): void {
  add('recordings', () => features.recordings.close())
  add('notifications', () => features.notifications.close())
  add('polls', () => features.polls.close())
  add('announcements', () => features.announcements.close())
  add('broadcasts', () => features.broadcasts.close())
  add('http', () => edge.close())
  add('first bytes', () => diverting.close())
  add('requests', () => edge.idle())
  add('transfers', () => features.recordings.cut())
  add('sockets', () => sockets.close(() => true, SERVER_RESTARTING, 'The station is restarting'))
  add('realtime', () => features.realtime.close())
  add('stream', () => features.stream.stream.close())
}
