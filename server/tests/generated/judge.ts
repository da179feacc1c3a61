import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import {
  type DocumentedResponse,
  findOperation,
  type OpenApiDocument,
  type Operation,
  operationsOf,
} from './document.ts'
import type { WireRequest } from './draft.ts'
import type { WireReply } from './send.ts'

/** Verdict on a reply: the call it answers, null where there is none. */
export type Verdict = { operation: Operation | null; isSuccess: boolean }

/** Codes of addresses that are no call. */
const UNDOCUMENTED_CODES = [
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'INVALID_INPUT',
  'FOREIGN_ORIGIN',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]

/** Holds replies against the document. `judge` throws what is wrong with one. */
export function createJudge(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'station')
  const operations = operationsOf(document)
  const error = { $ref: 'station#/components/schemas/Error' }

  function requireSchema(schema: object, value: unknown): void {
    const isValid = ajv.compile(schema)
    if (!isValid(value)) throw new Error(`not as documented: ${ajv.errorsText(isValid.errors)}`)
  }

  function requireUndocumented({ method, target }: WireRequest, reply: WireReply): void {
    if (reply.status < 400) {
      if (isPage(target, reply)) return
      // A protocol's own preflight, and HEAD, which is GET without a body.
      if (method === 'HEAD' || method === 'OPTIONS') return
      throw new Error('answers what is not documented')
    }
    if (method === 'HEAD') return
    const body = readJson(reply)
    requireSchema(error, body)
    const { code } = body as { code: string }
    if (!UNDOCUMENTED_CODES.includes(code))
      throw new Error(`answers ${code} at an address that is not documented`)
    if (reply.status === 405 && !reply.headers.allow) throw new Error('405 without Allow')
  }

  return {
    operations,
    judge(request: WireRequest, reply: WireReply): Verdict {
      if (reply.status >= 500 && !isToCome(request, reply)) throw new Error('a fault of the server')
      if (reply.headers['x-content-type-options'] !== 'nosniff') throw new Error('nosniff is missing')
      const method = request.method
      const operation = findOperation(operations, method, request.target)
      if (!operation) {
        requireUndocumented(request, reply)
        return { operation: null, isSuccess: false }
      }
      const response = operation.responses[reply.status]
      if (!response) throw new Error(`${reply.status} is not documented`)
      requireHeaders(response, reply)
      const schema = requireType(response, reply)
      if (schema) requireSchema(inDocument(schema), readJson(reply))
      return { operation, isSuccess: reply.status < 300 }
    },
  }
}

/** A playlist of HLS is away until the first segment of what is on air is cut: players ask again. */
function isToCome({ target }: WireRequest, { status, body }: WireReply): boolean {
  return status === 503 && /^\/hls\/\S+\.m3u8/.test(target) && body.includes('"code":"MEDIA_AWAY"')
}

/** Beside the calls every address is the app's, which tells people by itself what it does not have. */
function isPage(target: string, { status, headers }: WireReply): boolean {
  const isHtml = String(headers['content-type']).startsWith('text/html')
  return status === 200 && isHtml && !/^\/(api|stream|ws)/.test(target)
}

/** References of the document are to the document. Compiled once: the object is the key. */
const known = new WeakMap<object, object>()
function inDocument(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"station#/components')
  const made = known.get(schema) ?? JSON.parse(text)
  known.set(schema, made)
  return made
}

function requireHeaders({ headers = {} }: DocumentedResponse, reply: WireReply): void {
  for (const [name, { required }] of Object.entries(headers)) {
    const value = reply.headers[name.toLowerCase()]
    if (required && !/^\d+$/.test(String(value))) throw new Error(`${name} is ${value}`)
  }
}

/** The schema of what came, null where it has none. */
function requireType({ content }: DocumentedResponse, reply: WireReply): object | null {
  const type = String(reply.headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  if (!content) {
    if (reply.body.length > 0) throw new Error(`a body of ${type} where none is documented`)
    return null
  }
  const documented = Object.entries(content).find(([range]) =>
    range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range,
  )
  if (!documented) throw new Error(`${type} is not documented`)
  return documented[1].schema ?? null
}

function readJson(reply: WireReply): unknown {
  try {
    return JSON.parse(reply.body.toString('utf8'))
  } catch {
    throw new Error(`no JSON: ${reply.body.toString('latin1').slice(0, 200)}`)
  }
}
