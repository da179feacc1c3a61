import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { freePort } from './processes.ts'

const SKEW_LIMIT_MS = 15 * 60_000
const REQUEST = 'request'

export type ObjectInStore = { bytes: Buffer; type: string; caching: string }
type Refusal = { status: number; code: string }

const REFUSALS = {
  denied: { status: 403, code: 'AccessDenied' },
  unknownKey: { status: 403, code: 'InvalidAccessKeyId' },
  wrongSignature: { status: 403, code: 'SignatureDoesNotMatch' },
  otherRegion: { status: 400, code: 'AuthorizationHeaderMalformed' },
  skewed: { status: 403, code: 'RequestTimeTooSkewed' },
  otherBody: { status: 400, code: 'XAmzContentSHA256Mismatch' },
  noLength: { status: 411, code: 'MissingContentLength' },
  noBucket: { status: 404, code: 'NoSuchBucket' },
  noObject: { status: 404, code: 'NoSuchKey' },
} satisfies Record<string, Refusal>

/**
 * An object store in memory that speaks as much of S3 as the station needs, refuses as AWS does, and checks each signature
 * with the library of AWS itself. Everybody may read below `hls/`. The caller closes it.
 */
export class ObjectStore {
  readonly objects = new Map<string, ObjectInStore>()
  /** Requests that were answered, oldest first: `PUT hls/live.m3u8 200`. */
  readonly answered: string[] = []
  /** Everything that was put, oldest first. */
  readonly puts: { name: string; bytes: Buffer }[] = []
  readonly settings: { url: string; keyId: string; secret: string; region: string }
  /** Refuses all requests of this method that come with a key. */
  refused: { method: string; status: number; code: string } | null = null
  readonly #port: number
  readonly #changes = new EventEmitter()
  #server: Server | null = null
  /** Requests wait for it; null: they are answered at once. */
  #held: PromiseWithResolvers<void> | null = null
  #waiting = 0

  private constructor(port: number) {
    this.#port = port
    const url = `http://127.0.0.1:${port}/radio/campus`
    this.settings = { url, keyId: 'STATIONKEY', secret: 'bucket+secret/of=station', region: 'us-east-1' }
  }

  static async start(): Promise<ObjectStore> {
    const store = new ObjectStore(await freePort())
    await store.run()
    return store
  }

  /** Starts it again after `stop`, with what it had. */
  async run(): Promise<void> {
    this.#server = createServer((request, reply) => void this.#answer(request, reply))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  /** Closes its port and all connections. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    if (!server) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  /** Lets requests with a key wait until `release`. */
  hold(): void {
    this.#held ??= Promise.withResolvers()
  }

  release(): void {
    this.#held?.resolve()
    this.#held = null
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Resolves when it is so, looking after each request that came or was answered. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this.#changes, REQUEST)
  }

  text(name: string): string {
    return this.objects.get(name)?.bytes.toString() ?? ''
  }

  async close(): Promise<void> {
    this.release()
    await this.stop()
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null)
    const { method = '', headers } = request
    const { pathname } = new URL(request.url ?? '', this.settings.url)
    const [, name] = /^\/radio\/campus\/(.+)$/.exec(pathname) ?? []
    if (headers.authorization) await this.#wait()
    const refusal = body ? await this.#refusalOf(request, name, body) : REFUSALS.denied
    if (refusal || name === undefined) refuse(reply, refusal ?? REFUSALS.noBucket)
    else this.#act(method, name, headers, body ?? Buffer.alloc(0), reply)
    this.answered.push(`${method} ${name} ${reply.statusCode}`)
    this.#changes.emit(REQUEST)
  }

  async #wait(): Promise<void> {
    if (!this.#held) return
    this.#waiting += 1
    this.#changes.emit(REQUEST)
    await this.#held.promise
    this.#waiting -= 1
  }

  #act(
    method: string,
    name: string,
    { 'content-type': type = '', 'cache-control': caching = '' }: IncomingMessage['headers'],
    bytes: Buffer,
    reply: ServerResponse,
  ): void {
    const found = this.objects.get(name)
    if (method === 'PUT') {
      this.objects.set(name, { bytes, type, caching })
      this.puts.push({ name, bytes })
      reply.writeHead(200).end()
    } else if (method === 'DELETE') {
      this.objects.delete(name)
      reply.writeHead(204).end()
    } else if (found) {
      const open = { 'access-control-allow-origin': '*' }
      reply.writeHead(200, { 'content-type': found.type, 'cache-control': found.caching, ...open })
      reply.end(found.bytes)
    } else refuse(reply, REFUSALS.noObject)
  }

  async #refusalOf(
    request: IncomingMessage,
    name: string | undefined,
    body: Buffer,
  ): Promise<Refusal | null> {
    const { method = '', headers } = request
    const { authorization } = headers
    if (!authorization) return method === 'GET' && name?.startsWith('hls/') ? null : REFUSALS.denied
    const found = AUTHORIZATION.exec(authorization)
    const dateMs = dateOf(headers['x-amz-date'])
    if (!found || dateMs === null) return REFUSALS.denied
    const { keyId, secret, region } = this.settings
    if (found.groups?.key !== keyId) return REFUSALS.unknownKey
    if (found.groups?.region !== region) return REFUSALS.otherRegion
    if (Math.abs(dateMs - Date.now()) > SKEW_LIMIT_MS) return REFUSALS.skewed
    const signed = (found.groups?.names ?? '').split(';')
    const isComplete = [...ALWAYS_SIGNED, ...Object.keys(headers).filter(isToBeSigned)].every((each) =>
      signed.includes(each),
    )
    const right = await signatureOf(request, signed, { keyId, secret, region, dateMs })
    if (!isComplete || authorization !== right) return REFUSALS.wrongSignature
    if (method === 'PUT' && headers['content-length'] === undefined) return REFUSALS.noLength
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (headers['x-amz-content-sha256'] !== sha256) return REFUSALS.otherBody
    return this.refused?.method === method ? this.refused : null
  }
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/\d{8}\/(?<region>[^/]+)\/s3\/aws4_request, SignedHeaders=(?<names>[^,]+), Signature=[0-9a-f]{64}$/
const ALWAYS_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date']

/** Headers that change what is stored, or who asks. */
function isToBeSigned(header: string): boolean {
  return header.startsWith('x-amz-') || ['content-type', 'cache-control'].includes(header)
}

function dateOf(header: string | string[] | undefined): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(header)) ?? []
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  return parts.length === 6 ? Date.UTC(year, month - 1, ...rest) : null
}

type Signing = { keyId: string; secret: string; region: string; dateMs: number }

/** The header that AWS's own library makes of a request. */
async function signatureOf(
  { method = '', url = '', headers }: IncomingMessage,
  signedNames: readonly string[],
  { keyId, secret, region, dateMs }: Signing,
): Promise<string | undefined> {
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  })
  const [hostname = '', port] = (headers.host ?? '').split(':')
  const signed = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname,
      port: Number(port),
      path: url,
      headers: Object.fromEntries(signedNames.map((name) => [name, String(headers[name])])),
    },
    { signingDate: new Date(dateMs), signableHeaders: new Set(signedNames) },
  )
  return signed.headers.authorization
}

/** A refusal as S3 has it, which repeats what was signed. */
function refuse(reply: ServerResponse, { status, code }: Refusal): void {
  const message = `<Message>${code}</Message><StringToSign>AWS4-HMAC-SHA256</StringToSign>`
  reply.writeHead(status, { 'content-type': 'application/xml' })
  reply.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code>${message}</Error>`)
}
