import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { WireReader, type WireRequest } from './wire-messages.ts'

/** Answers that have been gathered leave when they are this much: a large result is not held twice. */
export const MAX_GATHERED_BYTES = 64 * 1024

/** The embedded database, as far as its socket asks it. */
export type Answering = Pick<PGlite, 'execProtocolRawStream' | 'runExclusive' | 'exec'>

/**
 * PGlite behind PostgreSQL's wire protocol, for one connection at a time: it has one session. What was sent together is
 * carried out together, and its answers leave in one write, up to ReadyForQuery. PostgreSQL, Extended Query: a server may
 * hold its answers back until Sync, and ignores what follows an error up to it.
 */
export class EmbeddedSocket {
  readonly #db: Answering
  readonly #server = createServer({ noDelay: true }, (socket) => this.serve(socket))
  /** Ends when nothing is at work. */
  #work: Promise<void> = Promise.resolve()
  #connection: Duplex | null = null
  #isClosing = false

  constructor(db: Answering) {
    this.#db = db
    this.#server.maxConnections = 1
  }

  /** Listens at the path of a unix socket, or on a loopback port of its own choice; gives that. */
  async listen(at: { path: string } | { host: string }): Promise<number> {
    this.#server.listen('path' in at ? at : { ...at, port: 0 })
    await once(this.#server, 'listening')
    const bound = this.#server.address()
    return typeof bound === 'object' && bound ? bound.port : 0
  }

  /** Hangs up, once what is at work has been done. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#connection?.destroy()
    this.#server.close()
    await this.#work
  }

  /** Speaks with this client until it leaves; the server does so with each that connects. */
  serve(connection: Duplex): void {
    this.#connection = connection
    const reader = new WireReader()
    connection.on('data', (bytes: Buffer) => {
      for (const request of reader.read(bytes))
        this.#enqueue(connection, () => this.#answer(connection, request))
    })
    // Who is gone is told nothing; `close` follows.
    connection.on('error', () => undefined)
    connection.on('close', () => this.#enqueue(connection, () => this.#forget()))
  }

  /** A failure here is one of the database itself: nobody can go on with this connection. */
  #enqueue(connection: Duplex, work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: Error) => {
      connection.destroy(error)
    })
  }

  async #answer(connection: Duplex, request: WireRequest): Promise<void> {
    if (connection.destroyed) return
    if (request.type === 'encryption') connection.write('N')
    else if (request.type === 'end') connection.end()
    else await this.#carryOut(connection, request.bytes)
  }

  async #carryOut(connection: Duplex, messages: Buffer): Promise<void> {
    let gathered: Uint8Array[] = []
    let size = 0
    const flush = () => {
      if (size > 0) connection.write(Buffer.concat(gathered))
      gathered = []
      size = 0
    }
    const onRawData = (bytes: Uint8Array) => {
      gathered.push(bytes.slice())
      size += bytes.length
      if (size >= MAX_GATHERED_BYTES) flush()
    }
    // NOTE: nothing waits to be brought to the disk: this file system writes through, and asking costs 20 us.
    const options = { syncToFs: false, onRawData }
    await this.#db.runExclusive(() => this.#db.execProtocolRawStream(messages, options))
    flush()
  }

  /** The session stays, without what a connection has begun in it: the next one finds it new. */
  async #forget(): Promise<void> {
    if (this.#isClosing) return
    await this.#db.exec('ROLLBACK')
    await this.#db.exec('DEALLOCATE ALL')
  }
}
