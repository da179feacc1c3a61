import type {
  Access,
  BodyOf,
  BurstRate,
  Endpoint,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@carillon/contract/endpoint'
import type { ErrorCode } from '@carillon/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod/mini'
import type { Session } from './session.ts'

/** Null only where visitors may call. */
export type SessionOf<E extends Endpoint> = E['access'] extends 'public' ? Session | null : Session

/** Arguments of a handler: inputs that the contract's schemas accepted. */
export type Call<E extends Endpoint, Subject = undefined> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  session: SessionOf<E>
  /** Result of `load`. */
  subject: Subject
  request: FastifyRequest
  /** For headers and cookies; the edge sends the reply. */
  reply: FastifyReply
}

/** Arguments of `load`, before query and body are read. */
export type LoadCall<E extends Endpoint> = Pick<Call<E>, 'params' | 'session' | 'request'>

/** Result of a creating call that already existed: it is answered with 200 instead of 201. */
export class Standing<T> {
  readonly data: T

  constructor(data: T) {
    this.data = data
  }
}

/** Does the call and gives the data; the edge wraps it. */
export type Handler<E extends Endpoint, Subject = undefined> = (
  call: Call<E, Subject>,
) => Answer<ReplyOf<E>> | Promise<Answer<ReplyOf<E>>>
type Answer<T> = T | Standing<T>

/**
 * A handler that first finds the object and whether it may be touched: 404 and 403 come before 400 for what the body
 * says.
 */
export type LoadingHandler<E extends Endpoint, Subject> = {
  load?(call: LoadCall<E>): Promise<Subject>
  /** Only asked of a call that is refused before it is handled: the handler finds the object itself. */
  loadRefused?(call: LoadCall<E>): Promise<unknown>
  otherNames?: OtherNames
  /** For visitors it is answered from memory while nothing that it was read from has changed. */
  isKept?: boolean
  handle: Handler<E, Subject>
}

/** Arguments from the edge: inputs that the endpoint's schemas accepted, without their types. */
export type CheckedCall = {
  params: unknown
  query: unknown
  body: unknown
  session: Session | null
  subject: unknown
  request: FastifyRequest
  reply: FastifyReply
}

type LoadingCall = Pick<CheckedCall, 'params' | 'session' | 'request'>

/** Names that other servers have for our fields, with our names: a body that has one of them is rejected. */
export type OtherNames = Readonly<Record<string, string>>

/** A call of the contract bound to what does it. The edge does session, role, schemas, envelope and errors. */
export type Route = {
  endpoint: Endpoint
  otherNames: OtherNames
  isKept: boolean
  load: (call: LoadingCall) => Promise<unknown>
  loadRefused: (call: LoadingCall) => Promise<unknown>
  handle: (call: CheckedCall) => Promise<unknown>
}

/** Binds a call of the contract to what does it, types included. */
export function route<const E extends Endpoint, Subject = undefined>(
  endpoint: E,
  handler: Handler<E, Subject> | LoadingHandler<E, Subject>,
): Route {
  const {
    load,
    loadRefused,
    handle,
    otherNames = {},
    isKept = false,
  } = typeof handler === 'function' ? { handle: handler } : handler
  // The edge has checked what this endpoint's schemas and access say; the casts remember which endpoint it is.
  return {
    endpoint,
    otherNames,
    isKept,
    load: async (call) => load?.(call as LoadCall<E>),
    loadRefused: async (call) => loadRefused?.(call as LoadCall<E>),
    handle: async (call) => handle(call as Call<E, Subject>),
  }
}

/** Description in the OpenAPI document of an address whose body or reply is no JSON. */
export type RawDocumentation = {
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  /** Headers that may be sent, as JSON Schema. */
  headers?: Record<string, object>
  /** The media types that are taken. */
  body?: readonly string[]
  /** By status. `body` is the whole of it where that is JSON. */
  answers: Record<number, { description: string; type?: string; body?: z.ZodMiniType }>
  /** Refusals beside those that every call of this access has. */
  refusals?: readonly ErrorCode[]
}

/** An address that answers with something other than an envelope: audio, files, SockJS. */
export type RawRoute<Subject = unknown> = {
  path: string
  /** GET, which also answers HEAD, unless others are named. A body is bytes, whatever its type says. */
  methods?: readonly ('GET' | 'POST' | 'PUT' | 'OPTIONS')[]
  /** Maximum size of a body; that of any call by default. Only permitted callers may send a larger one. */
  maxBodyBytes?: number
  summary: string
  /** Name in generated clients; method and path by default. */
  name?: string
  access: Access
  /** Rate limit of one person, beside that of all that they write. */
  rate?: BurstRate
  /**
   * Its body stays on the wire for `handle` to read, by uploads.ts, which has limits of its own for its time. Nobody else is
   * kept waiting by it, and it may be larger than what fits into memory.
   */
  isStreamed?: true
  /** Answers 201 with the data that `handle` gives instead of a reply of its own, once per `Idempotency-Key`. */
  isCreating?: true
  /** For who watches the process: nobody is asked who calls, and it answers while the station stops as well. */
  isProbe?: boolean
  /** Absent for what is a protocol of its own, such as SockJS: docs/PROTOCOLS.md tells that one. */
  documented?: RawDocumentation
  /** Finds the object, or reads the body, before the call counts: one that is rejected here does not. */
  load?(call: { request: FastifyRequest; session: Session | null }): Subject | Promise<Subject>
  /** Owns the reply, unless it creates: sends it, or hijacks it. AppErrors thrown before that become error replies. */
  handle(call: {
    request: FastifyRequest
    reply: FastifyReply
    session: Session | null
    /** Result of `load`. */
    subject: Subject
    /** Looks the caller up again, after a body that took its time. Throws NOT_SIGNED_IN and FORBIDDEN. */
    readmit(): Promise<Session | null>
    /** Counts bytes that were made for this reader alone until they are sent, and gives them back. */
    countReply(content: Buffer): Buffer
  }): unknown
}
