import type { Socket } from 'node:net'
import { type BodyReader, bodyReaderOf } from '../../../../http/body-reader.ts'
import { errorReply, logFailure, toAppError } from '../../../../http/error-reply.ts'
import { endWithReply } from '../../../../http/raw-reply.ts'
import { type RequestHead, readRequestHead } from '../../../../http/request-head.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { networkOf } from '../../../../kernel/ip-network.ts'
import type { EncoderRequest, Encoders } from './encoders.ts'
import { HalfHeads } from './half-heads.ts'
import type { EncoderContext } from './ports.ts'

/** A head is one packet; a peer that takes longer holds a socket for nothing. */
export const HEAD_LIMIT_MS = 10_000
const RETRY_AFTER_SECONDS = 10
const MAX_PROGRAM_LENGTH = 80

const OK = 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
/** RFC 9110 s9.3.7, of the whole server. libshout waits for it before it sends, and that PUT is among them. */
const OPTIONS =
  'HTTP/1.1 200 OK\r\nAllow: GET, HEAD, POST, PUT, DELETE, OPTIONS, SOURCE\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
const HEAD_STATUS = { TOO_LARGE: 431, MALFORMED: 400 } as const

/** Takes connections that speak the Icecast source protocol; each becomes a source, or is refused with the reason. */
export function createEncoderDoor(encoders: Encoders, context: EncoderContext) {
  const halfHeads = new HalfHeads()

  function refuse(socket: Socket, error: unknown): void {
    const known = toAppError(error, context.translate)
    const requestId = crypto.randomUUID()
    logFailure(context.log, error, known, { reqId: requestId })
    const headers = known.status === 401 ? ['WWW-Authenticate: Basic realm="Carillon"'] : []
    if (known.retryAfterSeconds) headers.push(`Retry-After: ${known.retryAfterSeconds}`)
    endWithReply(socket, known.status, errorReply(known, requestId), headers)
  }

  async function serve(socket: Socket, head: RequestHead): Promise<void> {
    if (head.method === 'OPTIONS') {
      socket.end(OPTIONS, () => socket.destroy())
      return
    }
    requireBody(head.headers)
    const grant = await encoders.admit(head, socket.remoteAddress ?? '')
    if (socket.destroyed) return
    const request = requestOf(socket, head)
    if (socket.readableEnded || isNothing(request.openBody())) {
      // It takes nobody's place.
      request.welcome()
      socket.end(request.farewell, () => socket.destroy())
    } else await encoders.connect(grant, socket, request)
  }

  return {
    accept(socket: Socket, firstBytes: Buffer): void {
      socket.on('error', () => socket.destroy())
      readHead(socket, firstBytes, halfHeads)
        .then(async (head) => {
          if (head) await serve(socket, head)
        })
        .catch((error: unknown) => refuse(socket, error))
    },
  }
}

/**
 * Request with its answers. A request with `Expect` waits for 100 and gets 200 at the end (RFC 9110 s10.1.1); a body
 * without an end is welcomed with 200 at once, as Icecast does: its program waits for that.
 */
function requestOf(socket: Socket, { headers }: RequestHead): EncoderRequest {
  const isExpecting = headers.get('expect')?.toLowerCase() === '100-continue'
  const hasEnd = headers.has('content-length') || headers.has('transfer-encoding')
  const isAnsweredAtOnce = !isExpecting && !hasEnd
  return {
    program: headers.get('user-agent')?.slice(0, MAX_PROGRAM_LENGTH) || null,
    openBody: () => requireBody(headers),
    farewell: isAnsweredAtOnce ? '' : OK,
    welcome() {
      socket.setKeepAlive(true)
      if (isExpecting) socket.write(CONTINUE)
      if (isAnsweredAtOnce) socket.write(OK)
    },
  }
}

/** Throws INVALID_INPUT where the head tells no length, or more than one. */
function requireBody(headers: RequestHead['headers']): BodyReader {
  const body = bodyReaderOf(headers)
  if (!body) throw new AppError('INVALID_INPUT', { message: 'The length of the body is not clear.' })
  return body
}

/** Whether a body is over before it has begun. */
function isNothing(body: BodyReader): boolean {
  const result = body.push(new Uint8Array())
  return result.ok && result.isOver
}

/**
 * The head of the request; null when the connection ended, or was refused, before it was whole. What came behind it is put
 * back at once: a socket without unread bytes emits its end, and takes none back after that. Only one that is not whole
 * takes a place among the half heads. Rejects with TOO_MANY_REQUESTS when that place is taken from it.
 */
function readHead(socket: Socket, firstBytes: Buffer, halfHeads: HalfHeads): Promise<RequestHead | null> {
  return new Promise((resolve, reject) => {
    let seen = firstBytes
    let leave = () => {}
    let isOver = false
    const end = (head: RequestHead | null) => {
      isOver = true
      leave()
      clearTimeout(limit)
      socket.off('readable', onReadable).off('end', giveUp).off('close', giveUp)
      resolve(head)
    }
    const giveUp = () => {
      socket.destroy()
      end(null)
    }
    const makeRoom = () => {
      reject(new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
      end(null)
    }
    const refuse = (status: number) => {
      const { message, code } = new AppError('INVALID_INPUT')
      endWithReply(socket, status, { success: false, message, code })
      end(null)
    }
    const look = (): void => {
      const result = readRequestHead(seen)
      if (result.ok) {
        end(result.value)
        if (result.bodyOffset < seen.length) socket.unshift(seen.subarray(result.bodyOffset))
      } else if (result.error !== 'INCOMPLETE') refuse(HEAD_STATUS[result.error])
    }
    const onReadable = () => {
      for (let part = socket.read(); part !== null; part = socket.read()) seen = Buffer.concat([seen, part])
      look()
    }
    const limit = setTimeout(() => refuse(408), HEAD_LIMIT_MS)
    socket.on('readable', onReadable).on('end', giveUp).on('close', giveUp)
    look()
    if (!isOver) leave = halfHeads.add(networkOf(socket.remoteAddress ?? ''), makeRoom)
  })
}
