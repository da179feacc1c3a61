import { SideProcess } from '../../../kernel/side-process.ts'

/** Packets of an item that is cut: the last that were sent, from which a decoder goes on, and those that would follow. */
export type Tail = { sent: readonly Uint8Array[]; following: readonly Uint8Array[] }

/**
 * Packets of a show with the tail below them, one for one: all that were given but the last few, until `isOver`, when what
 * follows stays as it is.
 */
export type Mixed = { packets: Uint8Array[]; isOver: boolean }

/** The parent's messages: the tail, once, and then the show's packets in order. */
export type MixerMessage = { tail: Tail } | { packets: readonly Uint8Array[] }
/** The first answer has no packets: it can begin. */
export type MixerAnswer = Mixed | { isReady: true }

const SCRIPT = new URL('./mix-packets.ts', import.meta.url)

/**
 * Mixes the beginning of one show with the end of what sounded before it, in a process of its own: the air never falls
 * with an encoder. The caller closes it.
 */
export class MixerProcess {
  readonly #process: SideProcess
  readonly #answers: PromiseWithResolvers<Mixed>[] = []
  #isReady = false

  constructor(script: URL = SCRIPT) {
    this.#process = new SideProcess(script, {
      onMessage: (answer) => this.#take(answer as MixerAnswer),
      onEnd: (reason) => {
        for (const answer of this.#answers.splice(0)) answer.reject(reason)
      },
    })
  }

  /** It answers at once. */
  get isReady(): boolean {
    return this.#isReady && !this.hasEnded
  }

  get hasEnded(): boolean {
    return this.#process.hasEnded
  }

  /** Gives what fades out. To be called once, and first. */
  begin(tail: Tail): void {
    this.#send({ tail: { sent: tail.sent.map(owned), following: tail.following.map(owned) } })
  }

  /** Rejects when the process ends before it answers. */
  mix(packets: readonly Uint8Array[]): Promise<Mixed> {
    const answer = Promise.withResolvers<Mixed>()
    if (this.hasEnded) answer.reject(new Error('the mixer has ended'))
    else {
      this.#answers.push(answer)
      this.#send({ packets: packets.map(owned) })
    }
    return answer.promise
  }

  /** Idempotent. */
  close(): Promise<void> {
    return this.#process.close()
  }

  #send(message: MixerMessage): void {
    this.#process.send(message)
  }

  #take(answer: MixerAnswer): void {
    if ('packets' in answer) this.#answers.shift()?.resolve(answer)
    else this.#isReady = true
  }
}

/** A part of a buffer would take the whole buffer with it. */
function owned(packet: Uint8Array): Uint8Array {
  return packet.slice()
}
