import { PollEventSockets } from './poll-event-sockets.ts'
import type { PollsContext } from './ports.ts'
import { ResultsPace } from './results-pace.ts'
import { pollRoutes } from './routes.ts'
import { createPollService } from './service.ts'
import { pollUpgrade } from './sockets.ts'
import { createPollPublisher } from './topics.ts'

/** The polls of the station's shows: their calls and their socket. */
export function createPolls(context: PollsContext) {
  const { db, onError } = context
  const eventSockets = new PollEventSockets(context.bus)
  const service = createPollService(context, createPollPublisher(context, eventSockets))
  const pace = new ResultsPace({ publishEvent: service.publishResults, onError })

  return {
    routes: pollRoutes(db, service, (pollId) => pace.changed(pollId)),
    upgrades: [pollUpgrade(context, eventSockets)],
    /** Tells that the polls of a broadcast ended with it. They take no votes since its own end, told or not. */
    onBroadcastEnded: (broadcastId: number): Promise<void> => service.settleEnded(broadcastId).catch(onError),
    /** Settles what ended while no process was there. */
    restore: (): Promise<void> => service.settleEnded(null),
    /** Tells nothing more. Idempotent. */
    close(): void {
      pace.close()
      eventSockets.close()
    },
  }
}
