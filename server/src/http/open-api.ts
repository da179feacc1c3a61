import type { Access, Endpoint } from '@carillon/contract/endpoint'
import { envelope } from '@carillon/contract/envelope'
import { errorReplySchema } from '@carillon/contract/errors'
import { z } from 'zod/mini'

/** The contract as an OpenAPI 3.1 document. */
export function openApi(endpoints: readonly Endpoint[], title: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: `${title}: calls`, version: '1.0.0' },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: schemaOf(errorReplySchema, 'output') },
      securitySchemes: {
        cookie: { type: 'apiKey', in: 'cookie', name: 'token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint): object {
  const { access, summary, status, body, reply } = endpoint
  return {
    summary,
    description: describeAccess(access),
    tags: [endpoint.path.split('/')[2] ?? 'station'],
    security: access === 'public' ? [{}] : [{ cookie: [] }, { bearer: [] }],
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, content: jsonContent(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: summary,
        ...(status !== 204 && { content: jsonContent(schemaOf(envelope(reply), 'output')) }),
      },
      default: { description: 'An error', content: jsonContent({ $ref: '#/components/schemas/Error' }) },
    },
  }
}

function parametersOf({ params, query, status }: Endpoint): object[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 255 },
  }
  return [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...(status === 201 ? [key] : [])]
}

function fieldsOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function jsonContent(schema: object): object {
  return { 'application/json': { schema } }
}

function describeAccess(access: Access): string {
  if (access === 'public') return 'Anybody may call this.'
  return access === 'signed-in' ? 'Anybody who is signed in.' : `Roles: ${access.join(', ')}.`
}
