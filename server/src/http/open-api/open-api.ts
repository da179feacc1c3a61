import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Access, type Endpoint, takesKey } from '@carillon/contract/endpoint'
import { envelope } from '@carillon/contract/envelope'
import { errorReplySchema } from '@carillon/contract/errors'
import { z } from 'zod/mini'
import type { RawDocumentation, RawRoute } from '../route.ts'
import { operationIdOf } from './operation-id.ts'
import { createRefusals, type Refusals, refusalsOf } from './refusals.ts'
import { fieldsOf, jsonContent, schemaOf } from './schemas.ts'

/** Operations of the station: the calls of the contract, and the addresses that answer with something else. */
export type Documented = {
  endpoints: readonly Endpoint[]
  rawRoutes: readonly RawRoute[]
  /** Names of the contract's calls; others are named after method and path. */
  names: ReadonlyMap<Endpoint, string>
}

type Operation = { path: string; method: string; description: object }

/**
 * Returns all calls of the station with all their answers, as an OpenAPI 3.1 document. All of it takes a tenth of a
 * second: others have their turn after each call.
 */
export async function openApi({ endpoints, rawRoutes, names }: Documented, title: string): Promise<object> {
  const refusals = createRefusals()
  const operations: Operation[] = []
  for (const endpoint of endpoints) {
    const operationId = names.get(endpoint) ?? operationIdOf(endpoint)
    operations.push(operationOf(endpoint, operationId, refusals))
    await nextTurn()
  }
  for (const route of rawRoutes) operations.push(...rawOperationsOf(route, refusals))
  const paths: Record<string, Record<string, object>> = {}
  for (const { path, method, description } of operations) {
    const templated = path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    paths[templated] ??= {}
    paths[templated][method.toLowerCase()] = description
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title}: calls`,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorReplySchema, 'output') },
      responses: refusals.responses,
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint, operationId: string, refusals: Refusals): Operation {
  const { path, method, summary, status, body, reply } = endpoint
  const success = {
    description: summary,
    ...(status !== 204 && { content: jsonContent(schemaOf(envelope(reply), 'output')) }),
  }
  const standing = { ...success, description: 'It already existed' }
  const description = {
    operationId,
    ...headOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: requestBodyOf(body) }),
    responses: {
      [status]: success,
      ...(status === 201 && { 200: standing }),
      ...refusals.of(refusalsOf(endpoint)),
    },
  }
  return { path, method, description }
}

function requestBodyOf(body: z.ZodMiniType) {
  return { required: !(body instanceof z.ZodMiniOptional), content: jsonContent(schemaOf(body, 'input')) }
}

/** One for each method that the route names; none for a protocol that OpenAPI cannot tell. */
function rawOperationsOf(route: RawRoute, refusals: Refusals): Operation[] {
  const { path, methods = ['GET'], documented } = route
  if (!documented) return []
  const { params, query, headers = {}, body, answers, refusals: own } = documented
  const content = body && Object.fromEntries(body.map((type) => [type, {}]))
  return methods.map((method) => ({
    path,
    method,
    description: {
      operationId: route.name ?? operationIdOf({ method, path }),
      ...headOf(route),
      parameters: [
        ...fieldsOf(params, 'path'),
        ...fieldsOf(query, 'query'),
        ...Object.entries(headers).map(([name, schema]) => ({ name, in: 'header', required: false, schema })),
      ],
      ...(content && { requestBody: { required: true, content } }),
      responses: {
        ...refusals.of(refusalsOf({ ...route, method, params, status: 200, refusals: own })),
        ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)])),
      },
    },
  }))
}

function answerOf({ description, type, body }: RawDocumentation['answers'][number]) {
  const schema = body ? { schema: schemaOf(body, 'output') } : {}
  return { description, ...(type && { content: { [type]: schema } }) }
}

function headOf({ access, summary, path }: Pick<Endpoint, 'access' | 'summary' | 'path'>) {
  return {
    summary,
    description: describeAccess(access),
    tags: [/^\/api\/([^/]+)/.exec(path)?.[1] ?? 'station'],
    security: access === 'public' ? [{}] : [{ cookie: [] }, { bearer: [] }],
  }
}

function parametersOf(endpoint: Endpoint): object[] {
  const { params, query } = endpoint
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  }
  return [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...(takesKey(endpoint) ? [key] : [])]
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Public.'
  return access === 'signed-in' ? 'Any signed-in user.' : `Roles: ${access.join(', ')}.`
}
