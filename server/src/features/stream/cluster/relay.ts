import type { FeedHold } from '@carillon/contract/stream/topics'
import { headerPages } from '@carillon/media/ogg/page'
import { OggReader } from '@carillon/media/ogg/reader'
import { readPacket } from '@carillon/media/opus/packet'
import { type MapRun, readMap } from '@carillon/media/takes/packet-map'
import { WebSocket } from 'ws'
import { KEY_HEADER } from '../../../cluster/instance-key.ts'
import { WebsocketPeer } from '../../../http/websocket-peer.ts'
import { markRuns } from '../mount/packet-origin.ts'
import type { AudienceDiff, AudienceStep } from './audience-diff.ts'
import { type Downward, readDownward, type Upward } from './messages.ts'
import type { OnAirState } from './on-air-state.ts'
import type { Bid, Instances, Led } from './ports.ts'

/** Path of the socket on which an instance follows a broadcast that another one leads. */
export const RELAY_PATH = '/relay/:broadcastId'
/** Pages come four times a second, silence too: an instance that says nothing for this long is dead or stopped. */
const DEAD_AFTER_MS = 3_000
const CONNECT_LIMIT_MS = 2_000
/** A page is 64 KB at most (RFC 3533 s6), a message some more. */
const MAX_MESSAGE_BYTES = 256 * 1024
const NOBODY: AudienceStep = { joined: [], back: [], left: [] }

export type RelayOptions = {
  broadcastId: number
  leader: Bid
  self: Pick<Instances, 'id' | 'key'>
  /** Monotonic milliseconds. */
  now: () => number
  onAir: Pick<Led, 'kind' | 'audience' | 'takes'>
  /** Audience as earlier relays have sent it. */
  audienceDiff: AudienceDiff
  onPackets: (packets: Uint8Array[]) => void
  onState: (state: OnAirState, term: number) => void
  onMoved: (leader: Bid) => void
  onClose: (relay: Relay) => void
}

/** Connection of a follower to the instance that leads: it receives packets and state. Owns its socket; ends once. */
export class Relay {
  readonly #options: RelayOptions
  readonly #peer: WebsocketPeer
  readonly #reader = new OggReader()
  #onAir: RelayOptions['onAir']
  /** The audience of a test and that of its show are not the same: a test goes live on one instance after the other. */
  #isOfOurKind = false
  /** Of whom the packets of the next page are. */
  #described: { sequence: number; runs: readonly MapRun[] } | null = null
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#onAir = options.onAir
    options.audienceDiff.begin()
    const url = `${options.leader.url}${RELAY_PATH.replace(':broadcastId', String(options.broadcastId))}`
    const socket = new WebSocket(url.replace(/^http/, 'ws'), {
      headers: { [KEY_HEADER]: options.self.key },
      handshakeTimeout: CONNECT_LIMIT_MS,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    })
    this.#peer = new WebsocketPeer(socket, {
      now: options.now,
      deadAfterMs: DEAD_AFTER_MS,
      closeLimitMs: CONNECT_LIMIT_MS,
      isCutAtError: true,
      onMessage: (message, isBinary) => this.#receive(message, isBinary),
      onClose: () => this.#gone(),
    })
  }

  get isOpen(): boolean {
    return this.#peer.isOpen
  }

  /** Says who listens here, and lets go of an instance that says nothing. To be called about twice a second. */
  tick(): void {
    if (!this.#peer.checkAlive() || !this.isOpen) return
    const { kind } = this.#onAir
    for (const step of this.#audienceSteps()) this.#send({ type: 'AUDIENCE', kind, ...step })
  }

  /** The test that it follows has gone live: sound comes as before, the audience is another one. */
  replace(onAir: RelayOptions['onAir']): void {
    this.#onAir = onAir
    this.#isOfOurKind = false
    this.#options.audienceDiff.begin()
  }

  /** Says to the instance that leads that this one does now. */
  claim(bid: Bid): void {
    if (this.isOpen) this.#send({ type: 'TAKE', bid })
  }

  /** Asks to hold the feed, or with null to open it; false when nobody is there to do so. */
  hold(feedHold: FeedHold | null): boolean {
    if (this.isOpen) this.#send({ type: 'HOLD', feedHold })
    return this.isOpen
  }

  /** Hangs up without a call of `onClose`. Idempotent. */
  close(): void {
    this.#isClosed = true
    this.#peer.close()
  }

  #audienceSteps(): AudienceStep[] {
    return this.#isOfOurKind ? this.#options.audienceDiff.next(this.#onAir.audience) : [NOBODY]
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#receivePage(data)
      return
    }
    const message = readDownward(data.toString())
    if (message) this.#apply(message)
    else this.#peer.cut()
  }

  #receivePage(bytes: Uint8Array): void {
    const result = this.#reader.push(bytes)
    const pages = result.pages.filter(({ sequence }) => sequence >= headerPages)
    for (const { sequence, packets } of pages)
      if (sequence === this.#described?.sequence) markRuns(packets, this.#described.runs)
    const packets = pages.flatMap((page) => page.packets)
    this.#options.onPackets(packets.filter((packet) => readPacket(packet).ok))
    if (!result.ok) this.#peer.cut()
  }

  #apply(message: Downward): void {
    if (message.type === 'MOVED') {
      this.#options.onMoved(message.bid)
      return
    }
    if (message.type === 'MAP') {
      this.#readMap(message.map)
      return
    }
    this.#isOfOurKind = message.kind === this.#onAir.kind
    if (this.#isOfOurKind) this.#onAir.audience.recall(message.arrived)
    this.#options.onState(message.facts, message.term)
  }

  #readMap(text: string): void {
    for (const line of readMap(text))
      if (line.type === 'pages') this.#described = line
      else if (line.type !== 'uploaded') this.#onAir.takes?.note(line)
  }

  #gone(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#options.onClose(this)
  }

  #send(message: Upward): void {
    this.#peer.send(JSON.stringify(message))
  }
}
