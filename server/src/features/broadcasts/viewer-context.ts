import type { Person } from '@carillon/contract/roles'
import type { FastifyRequest } from 'fastify'
import type { BroadcastsContext } from './ports.ts'
import type { ViewerContext } from './present.ts'

/** Session and request of a call. */
export type Asked = { session: { person: Person } | null; request: FastifyRequest }

/** From where who asks looks at broadcasts. */
export function viewerContextOf(
  { publicUrl, timeZone, stream }: Pick<BroadcastsContext, 'publicUrl' | 'timeZone' | 'stream'>,
  { session, request }: Asked,
): ViewerContext {
  return {
    viewer: session?.person ?? null,
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    timeZone,
    listenerCount: (id) => stream.listenerCount(id),
  }
}
