import { OggPacketReader } from '@carillon/media/ogg/packet-reader'
import { isHeaderPacket } from '@carillon/media/opus/head'

type LiveFeedOptions = {
  url: string
  /** Nothing for this long means that the connection is dead. */
  silenceLimitMs: number
  onPackets: (packets: Uint8Array[]) => void
  /** The feed ended, whatever the cause. Not called after `close`. */
  onEnd: (reason: string) => void
}

/** One response of /live.ogg, read as Opus packets while it arrives; headers are left out. */
export class LiveFeed {
  readonly #options: LiveFeedOptions
  readonly #abort = new AbortController()
  readonly #reader = new OggPacketReader()
  #watchdog: ReturnType<typeof setTimeout> | undefined

  constructor(options: LiveFeedOptions) {
    this.#options = options
    this.#resetWatchdog()
    void this.#run()
  }

  close(): void {
    clearTimeout(this.#watchdog)
    this.#abort.abort()
  }

  async #run(): Promise<void> {
    const reason = await this.#read().catch((error: unknown) => String(error))
    if (this.#abort.signal.aborted) return
    this.close()
    this.#options.onEnd(reason)
  }

  async #read(): Promise<string> {
    const response = await fetch(this.#options.url, { signal: this.#abort.signal, cache: 'no-store' })
    if (!response.ok || !response.body) return `status ${response.status}`
    const body = response.body.getReader()
    for (;;) {
      const { done, value } = await body.read()
      if (this.#abort.signal.aborted) return 'closed'
      if (done) return 'the stream ended'
      this.#resetWatchdog()
      const packets = this.#reader.push(value).filter((packet) => !isHeaderPacket(packet))
      if (packets.length > 0) this.#options.onPackets(packets)
    }
  }

  #resetWatchdog(): void {
    clearTimeout(this.#watchdog)
    this.#watchdog = setTimeout(() => {
      this.close()
      this.#options.onEnd('nothing came')
    }, this.#options.silenceLimitMs)
  }
}
