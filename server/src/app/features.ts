import { postMessage } from '@carillon/contract/chat'
import type { OwnInstance } from '../cluster/instance.ts'
import { createSessionEnds, type EndSessions } from '../features/auth/revoke-sessions.ts'
import { createAudience } from './audience.ts'
import type { Base } from './base.ts'
import { createPeople } from './people.ts'
import { createShows } from './shows.ts'
import { createSound } from './sound.ts'

/** What features are given of those above them. */
export type FeaturesOptions = {
  own: OwnInstance
  isPushOpen: boolean
  /** Ends the websockets of whoever it is true for; there are none before the station listens. */
  endSockets: EndSessions
}

/** All features, by name. */
export type Features = ReturnType<typeof createFeatures>

/**
 * Makes all features and lets them meet, which they do nowhere else. Whoever is made first asks those made later by
 * functions, and only once all are made.
 */
export function createFeatures(base: Base, { own, isPushOpen, endSockets }: FeaturesOptions) {
  const endSessionsHere: EndSessions = (isMeant, reason) => {
    sound.stream.stream.revocations.revoke(isMeant)
    people.realtime.endSessions(isMeant, reason)
    endSockets(isMeant, reason)
  }
  const sessionEnds = createSessionEnds({
    bus: base.bus,
    endHere: endSessionsHere,
    withdrawOf: (userId) => void sound.encoders.withdrawOf(userId).catch(base.onError),
  })
  const people = createPeople(base, {
    sessionEnds,
    receive: async (call) => {
      if (call.session) await base.paceWrite(call.session, postMessage)
      await audience.chat.receive(call)
    },
    isPushOpen,
  })
  const audience = createAudience(base, people)
  const sound = createSound(base, { people, own, shows: () => shows })
  const { stream } = sound.stream
  const shows = createShows(base, { people, polls: audience.polls, stream, own })
  return { ...people, ...audience, ...sound, ...shows, endSessionsHere }
}
