import { once } from 'node:events'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { OggWatcher, type WatchedPage } from './ogg-watcher.ts'

/** Enough for minutes at any bitrate the station carries. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024

/** A listener without a browser: one HTTP response, watched for as long as it lasts. */
export class HttpListener {
  readonly watcher: OggWatcher
  readonly reply: IncomingMessage
  /** Milliseconds from the request to the first byte. */
  readonly firstByteMs: number
  /** Set when the server ended the response, or the connection broke. */
  isDisconnected = false
  #kept: Buffer[] = []
  #keptBytes = 0
  #receivedBytes = 0
  #isLeaving = false

  private constructor(reply: IncomingMessage, firstByteMs: number, keep: boolean, watcher: OggWatcher) {
    this.reply = reply
    this.watcher = watcher
    this.firstByteMs = firstByteMs
    reply.on('data', (chunk: Buffer) => this.#receive(chunk, keep))
    reply.on('close', () => {
      this.isDisconnected = !this.#isLeaving
    })
    reply.on('error', () => {
      this.isDisconnected = !this.#isLeaving
    })
  }

  /** Starts to listen. `keep` keeps the bytes for `bytes()`; `onPage` is told of each page. */
  static async join(
    origin: string,
    path = '/live.ogg',
    keep = false,
    onPage?: (page: WatchedPage) => void,
  ): Promise<HttpListener> {
    const startedAt = performance.now()
    const get = origin.startsWith('https:') ? getHttps : getHttp
    const request = get(origin + path, { agent: false })
    const [reply] = (await once(request, 'response')) as [IncomingMessage]
    return new HttpListener(reply, performance.now() - startedAt, keep, new OggWatcher(onPage))
  }

  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** All that was received so far, when it is kept. */
  bytes(): Buffer {
    return Buffer.concat(this.#kept)
  }

  /** Waits until this many more bytes came. */
  async more(bytes: number): Promise<void> {
    const goal = this.#receivedBytes + bytes
    while (this.#receivedBytes < goal && !this.isDisconnected) await once(this.reply, 'data')
  }

  leave(): void {
    this.#isLeaving = true
    this.reply.destroy()
  }

  #receive(chunk: Buffer, keep: boolean): void {
    this.#receivedBytes += chunk.length
    this.watcher.push(chunk)
    if (!keep || this.#keptBytes + chunk.length > MAX_KEPT_BYTES) return
    this.#kept.push(chunk)
    this.#keptBytes += chunk.length
  }
}
