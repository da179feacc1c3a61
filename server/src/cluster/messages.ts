import { encoderNoteSchema } from '@carillon/contract/encoder/schemas'
import { z } from 'zod/mini'

/** All that instances of one station send each other over the bus, by kind. What is received is read by these. */
export const CLUSTER_MESSAGES = {
  /** A message published to a topic; `body` is JSON text. */
  publish: z.object({ topic: z.string(), destination: z.string(), body: z.string() }),
  /** Rows of these tables have changed: what was read from them before is old. */
  'tables-changed': z.object({ tables: z.array(z.string()) }),
  /** The broadcast on air has changed and must be looked up. */
  'air-changed': z.object({}),
  'sessions-ended': z.object({
    /** One session; absent: those of a person. */
    sessionId: z.optional(z.int()),
    userId: z.optional(z.int()),
    /** Of the person's sessions this one stays. */
    keptId: z.optional(z.int()),
    /** As the person reads it. */
    reason: z.string(),
    /** Message for a banned person; longer than a close frame may be. */
    message: z.optional(z.string()),
  }),
  /** A notification was written, and is for anyone who of its recipients is connected. */
  notified: z.object({ id: z.int() }),
  /** An event for the poll sockets of a broadcast, as JSON text. */
  'poll-event': z.object({ broadcastId: z.int(), text: z.string() }),
  /** The recording of this broadcast is gone, or is no longer for everybody: what is being sent of it ends. */
  'recording-withdrawn': z.object({ broadcastId: z.int(), isDeleted: z.boolean() }),
  /** A version of the recording of this broadcast can be copied. */
  'recording-ready': z.object({ broadcastId: z.int() }),
  /** Files of the library can be copied; or this one was removed. */
  'library-changed': z.object({ removed: z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}\.ogg$/))) }),
  /** The password for encoders of this broadcast is no longer valid. */
  'encoder-withdrawn': z.object({ broadcastId: z.int() }),
  /** A program took over from another one of this broadcast, or tried to. */
  'encoder-contest': z.object({ broadcastId: z.int() }),
  /** Note for the DJ about their encoder; null removes it. */
  'encoder-note': z.object({ broadcastId: z.int(), note: z.nullable(encoderNoteSchema) }),
}

/** The content of each kind. */
export type ClusterMessages = {
  [Kind in keyof typeof CLUSTER_MESSAGES]: z.output<(typeof CLUSTER_MESSAGES)[Kind]>
}
/** Kinds of messages. */
export type MessageKind = keyof ClusterMessages
/** Handler for messages of a kind. */
export type MessageHandler<Kind extends MessageKind> = (message: ClusterMessages[Kind]) => void

/** The handlers of one instance, one of each kind. They get what has the shape of its kind, and nothing else. */
export class MessageHandlers {
  readonly #handlers = new Map<string, (message: unknown) => void>()

  on<Kind extends MessageKind>(kind: Kind, handler: MessageHandler<Kind>): void {
    const schema: z.ZodMiniType = CLUSTER_MESSAGES[kind]
    this.#handlers.set(kind, (message) => {
      const result = schema.safeParse(message)
      // The schema is the one of the kind: the table forgets which.
      if (result.success) handler(result.data as ClusterMessages[Kind])
    })
  }

  /** Hands over what came from another instance. */
  receive(kind: string, message: unknown): void {
    this.#handlers.get(kind)?.(message)
  }
}
