import { z } from 'zod/mini'
import type { RawDocumentation, RawRoute } from '../http/route.ts'
import { requireWatcher } from './guard.ts'
import { createMetrics } from './metrics.ts'
import { createReadiness, type ReadinessOptions } from './readiness.ts'
import { ReplyCounts } from './reply-counts.ts'
import type { StationSnapshot } from './station-snapshot.ts'

/** Dependencies of operations. */
export type OperationsOptions = ReadinessOptions & {
  metricsToken: string | null
  /** Everything but what is counted here. */
  gather(): Omit<StationSnapshot, 'replies' | 'database'> & {
    database: Omit<StationSnapshot['database'], 'isUp'>
  }
}

const JSON_TYPE = 'application/json'
const WATCH_REFUSALS = ['NOT_SIGNED_IN', 'FORBIDDEN'] as const
const aliveSchema = z.object({ success: z.literal(true), data: z.object({ alive: z.literal(true) }) })
const readySchema = z.object({
  success: z.boolean(),
  data: z.object({ ready: z.boolean(), lacks: z.array(z.string()) }),
})

/** Creates the addresses for supervisors, load balancers and Prometheus. */
export function createOperations({ metricsToken, gather, ...options }: OperationsOptions) {
  const readiness = createReadiness(options)
  const replies = new ReplyCounts()
  const metrics = createMetrics(async () => {
    const lacks = await readiness()
    const snapshot = gather()
    const database = { ...snapshot.database, isUp: !lacks.includes('database') }
    return { ...snapshot, database, replies: replies.all() }
  })
  const rawRoutes: RawRoute[] = [
    probe(
      '/healthz',
      'Whether the process is alive: 200, whatever else is down',
      { answers: { 200: { description: 'It does', type: JSON_TYPE, body: aliveSchema } } },
      ({ reply }) => reply.send({ success: true, data: { alive: true } }),
    ),
    probe(
      '/readyz',
      'Whether the station can serve: 503 with what it lacks when it cannot',
      {
        answers: {
          200: { description: 'It can', type: JSON_TYPE, body: readySchema },
          503: { description: 'It cannot', type: JSON_TYPE, body: readySchema },
        },
      },
      async ({ reply }) => {
        const lacks = await readiness()
        const ready = lacks.length === 0
        return reply.code(ready ? 200 : 503).send({ success: ready, data: { ready, lacks } })
      },
    ),
    probe(
      '/metrics',
      'Metrics for Prometheus',
      { answers: { 200: { description: 'Figures', type: 'text/plain' } }, refusals: WATCH_REFUSALS },
      async ({ request, reply }) => {
        requireWatcher({ address: request.socket.remoteAddress, headers: request.headers }, metricsToken)
        return reply.type(metrics.contentType).send(await metrics.read())
      },
    ),
  ]
  return { rawRoutes, onReply: (reply: Parameters<ReplyCounts['add']>[0]) => replies.add(reply) }
}

function probe(
  path: string,
  summary: string,
  documented: RawDocumentation,
  handle: RawRoute['handle'],
): RawRoute {
  return {
    path,
    summary,
    documented,
    access: 'public',
    isProbe: true,
    handle: (call) => {
      call.reply.header('Cache-Control', 'no-store')
      return handle(call)
    },
  }
}
