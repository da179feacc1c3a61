import type { Operation } from '../../server/tests/generated/document.ts'
import type { WireRequest } from '../../server/tests/generated/draft.ts'

/** A request as sqlmap reads it from a file, and how many values of it are marked to be attacked. */
export type RequestFile = { text: string; points: number }

/** User agent of these requests, so that they can be told from those that prepare them. */
export const AGENT = 'carillon-attack'
const MARK = '*'
/** Mark before a value whose quotes are taken off: JSON has no number or boolean with a mark. */
const BARE = 'without quotes: '
/** Example in a header that the request does without. */
const EXAMPLE = 'x1'
/** With another one nothing else is looked at. */
const DECISIVE = 'If-Match'

/**
 * Writes a request for `sqlmap -r`, each value in path, query, header and JSON body with sqlmap's mark behind it. A
 * number stays one, so that the other values are attacked in a request that is good.
 */
export function requestFile(operation: Operation, request: WireRequest, origin: string): RequestFile {
  let points = 0
  const marked = (text: string) => {
    points += 1
    return text.replaceAll(MARK, '') + MARK
  }
  const target = markTarget(operation.template, request.target, marked)
  const body = request.body && operation.body ? markBody(request.body, marked) : bodyless(request.method)
  const type = body ? { 'content-type': 'application/json' } : {}
  const headers = { host: new URL(origin).host, 'user-agent': AGENT, ...request.headers, ...type }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(MARK, '')}`)
  const named = operation.parameters.filter((one) => one.in === 'header' && one.name !== DECISIVE)
  const asked = named.map(({ name }) => `${name.toLowerCase()}: ${marked(EXAMPLE)}`)
  return { text: [`${request.method} ${target} HTTP/1.1`, ...head, ...asked, '', body].join('\r\n'), points }
}

type Marker = (text: string) => string

/** Fixed segments stay; `/api/polls/7?size=20` becomes `/api/polls/7*?size=20*`. */
function markTarget(template: string, target: string, marked: Marker): string {
  const [path = '', query] = target.split('?')
  const parts = template.split('/')
  const segments = path.split('/').map((one, at) => (parts[at]?.startsWith('{') ? marked(one) : one))
  const pairs = query?.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return `${name}=${marked(value)}`
  })
  return segments.join('/') + (pairs ? `?${pairs.join('&')}` : '')
}

/** Of a write without a body sqlmap makes a form, which is refused by its type: an empty object is not. */
function bodyless(method: string): string {
  return method === 'GET' ? '' : '{}'
}

function markBody(body: Buffer, marked: Marker): string {
  const written = JSON.stringify(JSON.parse(body.toString('utf8')), (_, value: unknown) => {
    if (typeof value === 'string') return marked(value)
    return typeof value === 'number' || typeof value === 'boolean' ? BARE + marked(String(value)) : value
  })
  return written.replaceAll(new RegExp(`"${BARE}([^"]+)"`, 'g'), '$1')
}
