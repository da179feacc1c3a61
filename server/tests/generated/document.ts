/** A JSON Schema as the station's document holds it, as far as values are made from it. */
export type Schema = {
  $ref?: string
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
}

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }

/** One documented answer: by media type what the body is. */
export type DocumentedResponse = {
  $ref?: string
  headers?: Record<string, { required?: boolean; schema: Schema }>
  content?: Record<string, { schema?: Schema }>
}

/** One call as the document tells it. `key` is `POST /api/polls/{id}/vote`. */
export type Operation = {
  key: string
  method: string
  template: string
  parameters: readonly Parameter[]
  /** Null where no JSON is taken. */
  body: Schema | null
  /** Media types of a body that is no JSON. */
  bodyTypes: readonly string[]
  responses: Record<string, DocumentedResponse>
}

type WrittenOperation = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, DocumentedResponse>
}

/** The OpenAPI document of a running station. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, WrittenOperation>>
  components: { responses: Record<string, DocumentedResponse> }
}

/** Asks a running station what can be called. */
export async function readDocument(origin: string): Promise<OpenApiDocument> {
  const reply = await fetch(`${origin}/api/docs/openapi.json`)
  return (await reply.json()) as OpenApiDocument
}

/** Every call of the document, in its order. */
export function operationsOf({ paths, components }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, written]) => {
      const content = written.requestBody?.content ?? {}
      return {
        key: `${method.toUpperCase()} ${template}`,
        method: method.toUpperCase(),
        template,
        parameters: written.parameters ?? [],
        body: content['application/json']?.schema ?? null,
        bodyTypes: Object.keys(content).filter((type) => type !== 'application/json'),
        responses: Object.fromEntries(
          Object.entries(written.responses).map(([status, response]) => [
            status,
            response.$ref ? (components.responses[nameOf(response.$ref)] ?? response) : response,
          ]),
        ),
      }
    }),
  )
}

/** The call that an address is, as a server reads it: segments are decoded, and a fixed one goes before a parameter. */
export function findOperation(
  operations: readonly Operation[],
  method: string,
  target: string,
): Operation | null {
  const path = target.split('?', 1)[0] ?? ''
  const segments = path.split('/').map(decode)
  const matching = operations.filter((one) => one.method === method && isAt(one, segments))
  const isFixed = ({ template }: Operation) => template.split('/').every((part, at) => part === segments[at])
  return matching.find(isFixed) ?? matching[0] ?? null
}

/** An integer in a path is digits; anything else is whatever one segment holds. */
function isAt({ template, parameters }: Operation, segments: readonly string[]): boolean {
  const parts = template.split('/')
  return (
    parts.length === segments.length &&
    segments.every((segment, at) => {
      const part = parts[at] ?? ''
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part === segment
      const isInteger = parameters.some((one) => one.name === name && one.schema.type === 'integer')
      return isInteger ? /^\d+$/.test(segment) : segment !== ''
    })
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // What cannot be decoded names nothing.
    return segment
  }
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}
