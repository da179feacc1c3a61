import type { CurrentSource } from '@carillon/contract/encoder/schemas'
import { LOW_QUALITY_REASON, SOURCE_CLOSE } from '@carillon/contract/stream/schemas'
import type { SourceMessage } from '@carillon/contract/stream/topics'
import { type DemuxEvent, WebmDemuxer } from '@carillon/media/webm/demuxer'
import type { WebSocket } from 'ws'
import type { Session } from '../../../../http/session.ts'
import { GOING_AWAY, WebsocketPeer } from '../../../../http/websocket-peer.ts'
import type { Log } from '../../ports.ts'
import { isLowQuality } from '../low-quality.ts'
import type { Reception, Source, SourcePlace } from '../source.ts'
import { TakeNumbers } from './take-numbers.ts'

/** A recorder sends four chunks a second; a minute of them may come at once after a stall. */
export const MESSAGE_RATE = { burst: 300, perSecond: 20 }
/** 1 Mbit/s, and half a minute of 160 kbps at once. */
export const BYTE_RATE = { burst: 1024 * 1024, perSecond: 128 * 1024 }
/** Messages over the rate are dropped and counted; after this many the peer is no recorder. */
export const MAX_EXCESS_MESSAGES = 500
/** Reports are left out while so much of what we said is still unsent. */
export const MAX_UNSENT_BYTES = 64 * 1024
const PING_EVERY_MS = 15_000
/** A peer that sends nothing at all, not even an answer to three pings, is gone. */
export const DEAD_AFTER_MS = 45_000

export type BrowserSourceOptions = {
  session: Session
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
}

/**
 * A DJ's browser as the source. Owns the demuxer and the socket: chunks in, packets to the feed. Everything the peer
 * does wrong ends in a close code of the contract.
 */
export class BrowserSource implements Source {
  readonly kind = 'BROWSER'
  readonly session: Session
  readonly #peer: WebsocketPeer
  #place: SourcePlace
  readonly #demuxer = new WebmDemuxer()
  #receivedBytes = 0
  #receivedPackets = 0
  #droppedChunks = 0
  #excessMessages = 0
  #isAccepted = false
  readonly #takes: TakeNumbers

  constructor(socket: WebSocket, options: BrowserSourceOptions, place: SourcePlace) {
    this.#place = place
    this.session = options.session
    this.#takes = new TakeNumbers(options.session.person.id, place.takes)
    this.#peer = new WebsocketPeer(socket, {
      now: options.now,
      pingEveryMs: PING_EVERY_MS,
      deadAfterMs: DEAD_AFTER_MS,
      maxUnsentBytes: MAX_UNSENT_BYTES,
      messageRate: MESSAGE_RATE,
      byteRate: BYTE_RATE,
      onMessage: (message, isBinary) => this.#receive(message, isBinary),
      onFault: (error) => options.log.error({ err: error }, 'a chunk of a source could not be taken'),
      onClose: (code) => {
        if (code === GOING_AWAY) this.#place.feed.leave()
        this.#place.onClose(this)
      },
    })
  }

  snapshot(): CurrentSource {
    return { kind: this.kind }
  }

  moveTo(place: SourcePlace): void {
    this.#place = place
    this.#takes.moveTo(place.takes)
  }

  report(reception: Reception): void {
    if (!this.#isAccepted || this.#peer.isBehind) return
    this.#send({
      type: 'INGEST',
      receivedBytes: this.#receivedBytes,
      bufferedMs: this.#place.mount.bufferedMs,
      droppedChunks: this.#droppedChunks,
      receivedUpTo: this.#receivedPackets,
      feedHold: this.#place.feed.held,
      ...reception,
      ...this.#takes.written,
    })
  }

  warnOfSilence(seconds: number): void {
    if (!this.#isAccepted || this.#peer.isBehind) return
    this.#send({ type: 'SILENCE', seconds })
  }

  reportStandIn(isOnAir: boolean): void {
    this.#send({ type: 'STAND_IN', isOnAir })
  }

  /** Pings a quiet peer as well. */
  checkAlive(): void {
    this.#peer.checkAlive()
  }

  close(code: number, reason: string): void {
    this.#peer.close(code, reason)
  }

  #receive(bytes: Uint8Array, isBinary: boolean): void {
    if (!this.#peer.isWithinRate(bytes.length)) {
      this.#dropExcess()
      return
    }
    if (isBinary) {
      this.#receiveChunk(bytes)
      return
    }
    if (isPing(bytes)) {
      this.#peer.send('pong')
      return
    }
    if (!this.#takes.begin(bytes)) this.close(SOURCE_CLOSE.UNREADABLE_MEDIA, 'Text is not audio')
  }

  #receiveChunk(chunk: Uint8Array): void {
    this.#receivedBytes += chunk.length
    const result = this.#demuxer.push(chunk)
    if (!result.ok) {
      this.close(SOURCE_CLOSE.UNREADABLE_MEDIA, `Unreadable media: ${result.error}`)
      return
    }
    if (result.events.some(isPoorTrack)) {
      this.close(SOURCE_CLOSE.LOW_QUALITY, LOW_QUALITY_REASON)
      return
    }
    if (result.events.some((event) => event.type === 'track')) this.#accept()
    const packets = result.events.flatMap((event) => (event.type === 'packet' ? [event.data] : []))
    this.#receivedPackets += packets.length
    this.#takes.count(packets, this.#place.feed.held !== null)
    if (!this.#place.feed.push(packets)) this.#droppedChunks++
  }

  #accept(): void {
    if (this.#isAccepted) return
    this.#isAccepted = true
    this.#send({ type: 'ACCEPTED', broadcastId: this.#place.broadcastId })
  }

  #dropExcess(): void {
    this.#droppedChunks++
    this.#excessMessages++
    this.#demuxer.noteLoss()
    this.#takes.lose()
    if (this.#excessMessages > MAX_EXCESS_MESSAGES)
      this.close(SOURCE_CLOSE.UNREADABLE_MEDIA, 'Too many chunks for a recorder')
  }

  #send(message: SourceMessage): void {
    this.#peer.send(JSON.stringify(message))
  }
}

function isPing(bytes: Uint8Array): boolean {
  return bytes.length === 4 && Buffer.from(bytes).toString('latin1') === 'ping'
}

function isPoorTrack(event: DemuxEvent): boolean {
  return event.type === 'track' && isLowQuality(event.channels, event.sampleRate)
}
