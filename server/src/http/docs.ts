import fastify, { type FastifyInstance } from 'fastify'
import { type Documented, openApi } from './open-api/open-api.ts'
import type { RawRoute } from './route.ts'
import { contentPolicy } from './security-headers.ts'

const PATH = '/api/docs'

/** The calls to read and try: the OpenAPI document and Scalar, nothing of which comes from elsewhere. */
export function docsRoutes(documented: Documented, stationName: string): RawRoute[] {
  let document: object | null = null
  let reader: Promise<FastifyInstance> | null = null
  const relay: RawRoute['handle'] = async ({ request, reply }) => {
    reader ??= createReader(stationName)
    const found = await (await reader).inject({ method: 'GET', url: request.url })
    const type = String(found.headers['content-type'] ?? 'text/plain')
    if (type.startsWith('text/html')) reply.header('Content-Security-Policy', contentPolicy(found.body))
    if (found.headers.location) reply.header('Location', found.headers.location)
    return reply.code(found.statusCode).type(type).send(found.rawPayload)
  }
  const open = { access: 'public' as const, summary: 'The calls, to read and try' }
  return [
    {
      ...open,
      path: `${PATH}/openapi.json`,
      handle: ({ reply }) => {
        document ??= openApi(documented, stationName)
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(document))
      },
    },
    { ...open, path: PATH, handle: relay },
    { ...open, path: `${PATH}/*`, handle: relay },
  ]
}

/** Scalar weighs megabytes and few read it: it is loaded when somebody first does. */
async function createReader(stationName: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = fastify({ logger: false })
  await reader.register(scalar, {
    routePrefix: PATH,
    configuration: {
      url: `${PATH}/openapi.json`,
      pageTitle: `${stationName}: calls`,
      withDefaultFonts: false,
      telemetry: false,
      favicon: '/bell.svg',
      // Both would speak to somebody else's servers.
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return reader
}
