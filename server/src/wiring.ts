import { setNowPlaying } from '@carillon/contract/broadcasts/endpoints'
import type { NowPlayingBody } from '@carillon/contract/broadcasts/schemas'
import { postMessage } from '@carillon/contract/chat/endpoints'
import type { Person } from '@carillon/contract/roles'
import { publishOnAirChanged } from './cluster/sync-on-air.ts'
import { recordActivity } from './db/activities.ts'
import { findShow, recordShowEvent } from './db/shows.ts'
import type { createAnalytics } from './features/analytics/create-analytics.ts'
import type { createAnnouncements } from './features/announcements/create-announcements.ts'
import type { createAuth } from './features/auth/create-auth.ts'
import { createSessionEnds, type EndSessions, SIGNED_OUT } from './features/auth/revoke-sessions.ts'
import type { createBroadcasts } from './features/broadcasts/create-broadcasts.ts'
import { onAirOf } from './features/broadcasts/on-air.ts'
import type { BroadcastEvents } from './features/broadcasts/ports.ts'
import type { createChat } from './features/chat/create-chat.ts'
import type { createLibrary } from './features/library/create-library.ts'
import type { createNotifications } from './features/notifications/create-notifications.ts'
import type { Alarm, PlayoutFault } from './features/notifications/other-notifications.ts'
import type { createPlayout } from './features/playout/create-playout.ts'
import type { createPlays } from './features/plays/create-plays.ts'
import type { createPolls } from './features/polls/create-polls.ts'
import type { createRecordings } from './features/recordings/create-recordings.ts'
import type { createSongRequests } from './features/song-requests/create-song-requests.ts'
import type { createStaffLine } from './features/staff-line/create-staff-line.ts'
import type { createStream } from './features/stream/create-stream.ts'
import type { SilenceEvent, StreamContext } from './features/stream/ports.ts'
import type { createEncoders } from './features/stream/sources/encoder/create-encoders.ts'
import type { Session } from './http/session.ts'
import type { Unshowable } from './http/show-reply.ts'
import type { Infrastructure } from './infrastructure.ts'
import { AppError } from './kernel/app-error.ts'
import type { AppDestinationCall } from './realtime/app-destinations.ts'
import type { createRealtime } from './realtime/create-realtime.ts'

/** All features, by name. */
export type Features = {
  auth: ReturnType<typeof createAuth>
  realtime: ReturnType<typeof createRealtime>
  notifications: ReturnType<typeof createNotifications>
  chat: ReturnType<typeof createChat>
  songRequests: ReturnType<typeof createSongRequests>
  plays: ReturnType<typeof createPlays>
  library: ReturnType<typeof createLibrary>
  polls: ReturnType<typeof createPolls>
  staffLine: ReturnType<typeof createStaffLine>
  announcements: ReturnType<typeof createAnnouncements>
  playout: ReturnType<typeof createPlayout>
  stream: ReturnType<typeof createStream>
  encoders: ReturnType<typeof createEncoders>
  recordings: ReturnType<typeof createRecordings>
  broadcasts: ReturnType<typeof createBroadcasts>
  analytics: ReturnType<typeof createAnalytics>
}

export type Wiring = ReturnType<typeof wireFeatures>

/**
 * Wires events between features: each that crosses from one to another stands here and nowhere else. Features are made
 * one after the other, so they are looked up at each call.
 */
export function wireFeatures(
  infrastructure: Infrastructure,
  features: () => Features,
  endSockets: EndSessions,
) {
  const { bus, database, damaged, logger, onError } = infrastructure
  const { alert, countUnready, countOne } = createAlerts(infrastructure, features)
  const deliver = () => features().notifications.deliver()
  const endSessionsHere: EndSessions = (isMeant, reason, message) => {
    const abandoned = features().stream.stream.revocations.revoke(isMeant)
    if (reason === SIGNED_OUT)
      for (const show of abandoned) features().broadcasts.endAbandoned(show).catch(onError)
    features().realtime.endSessions(isMeant, reason, message)
    endSockets(isMeant, reason)
  }
  return {
    countUnready,
    endSessionsHere,
    onSessionsRevoked: createSessionEnds({
      bus,
      endHere: endSessionsHere,
      withdrawOf: (userId) => features().encoders.withdrawOf(userId).catch(onError),
    }),
    onRegistered: deliver,
    async onChatSent(call: AppDestinationCall) {
      if (call.session) await infrastructure.paceWrite(call.session, postMessage)
      await features().chat.receive(call)
    },
    onLevelSent: createLevelReceiver(features),
    onSongNamed: createSongNamer(infrastructure, features),
    requireSupervisor: (person: Person, broadcastId: number) =>
      features().staffLine.requireSupervisor(person, broadcastId),
    onRequestAnswered: deliver,
    onAnnounced: deliver,
    broadcastEvents: createBroadcastEvents(infrastructure, features),
    onBroadcastNotified: deliver,
    onOnAirChanged: () => publishOnAirChanged(bus),
    onSilence(event: SilenceEvent) {
      recordShowEvent(database.tables(), event).catch(onError)
      if (event.type === 'DEAD_AIR') alert('dead air', event.broadcastId)
    },
    onFeedChanged: (activity: Feed) => void recordFeed(infrastructure, activity).catch(onError),
    onRecordingStopped: (id: number) => alert('recording stopped', id),
    onRecorded: () => void features().recordings.work(),
    onRecordingChanged(id: number) {
      features().broadcasts.publishUpdated(id).catch(onError)
      features().playout.onRecordingChanged().catch(onError)
    },
    onLibraryChanged: () => void features().playout.onLibraryChanged().catch(onError),
    onRecordingNotReady(id: number, err: unknown) {
      logger.error({ err, broadcastId: id }, 'a recording could not be made ready')
      countOne()
      alert('recording not ready', id)
    },
    onPlayoutFault: (fault: PlayoutFault) =>
      void features().notifications.alertOfPlayout(fault).catch(onError),
    onDamagedRow: (row: Unshowable) => damaged.report(row),
    onFirstDamage: (row: Unshowable) => void features().notifications.notifyDamaged(row).catch(onError),
  }
}

/**
 * The topics come first; a show's polls end with it, after everybody knows that it has. Players of all instances get the
 * title of what sounds.
 */
function createBroadcastEvents({ bus }: Infrastructure, features: () => Features) {
  return (topics: BroadcastEvents): BroadcastEvents => ({
    ...topics,
    onStarted(broadcast) {
      topics.onStarted(broadcast)
      features().stream.stream.liveOnAir = onAirOf(broadcast)
    },
    onUpdated(broadcast) {
      topics.onUpdated(broadcast)
      if (broadcast.state !== 'LIVE') return
      features().stream.stream.liveOnAir = onAirOf(broadcast)
      publishOnAirChanged(bus)
    },
    onHandedOver(from, to) {
      topics.onHandedOver(from, to)
      features().stream.stream.liveOnAir = onAirOf(to)
      publishOnAirChanged(bus)
      void features().polls.onBroadcastEnded(from.id)
    },
    onEnded(broadcast) {
      topics.onEnded(broadcast)
      void features().polls.onBroadcastEnded(broadcast.id)
    },
  })
}

/** Takes levels that the DJs of a hand-over send. */
function createLevelReceiver(features: () => Features) {
  return async ({ id, body, session }: AppDestinationCall): Promise<void> => {
    if (!session) throw new AppError('NOT_SIGNED_IN')
    await features().broadcasts.receiveLevel(session.person, id, body)
  }
}

/** Names songs for an encoder: its word counts as the DJ's own word, and as often. */
function createSongNamer({ paceWrite }: Infrastructure, features: () => Features) {
  return async (session: Session, broadcastId: number, song: NowPlayingBody): Promise<void> => {
    await paceWrite(session, setNowPlaying)
    await features().broadcasts.setNowPlaying(session.person, broadcastId, song)
  }
}

type Feed = Parameters<StreamContext['recordFeed']>[0]

/** Alerts go to the notifications, with the title of the broadcast. Nobody on the air waits for them. */
function createAlerts({ database, onError }: Infrastructure, features: () => Features) {
  let unready = 0
  const notify = async (what: Alarm, broadcastId: number) => {
    const show = await findShow(database.tables(), broadcastId)
    if (show) await features().notifications.alert(what, show)
  }
  return {
    alert: (what: Alarm, broadcastId: number) => void notify(what, broadcastId).catch(onError),
    /** Recordings that could not be made ready since the start. */
    countUnready: () => unready,
    countOne() {
      unready++
    },
  }
}

async function recordFeed({ database, clock }: Infrastructure, feed: Feed): Promise<void> {
  const { isHeld, title, person } = feed
  const activityType = isHeld ? 'STREAM_STOP' : 'STREAM_START'
  const what = isHeld ? 'stopped' : 'started again'
  const description = `Stream of ${title} ${what} by ${person.name}`
  const activity = { activityType, description, userId: person.id } as const
  await recordActivity(database.tables(), activity, new Date(clock.now()))
}
