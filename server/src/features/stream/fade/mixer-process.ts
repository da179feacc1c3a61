import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

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
  readonly #child: ChildProcess
  readonly #answers: PromiseWithResolvers<Mixed>[] = []
  #isReady = false
  #hasEnded = false

  constructor(script: URL = SCRIPT) {
    this.#child = fork(script, {
      serialization: 'advanced',
      // The decoder complains on stderr about packets that it cannot read.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: {},
    })
    this.#child.unref()
    this.#child.channel?.unref()
    this.#child.on('message', (answer) => this.#take(answer as MixerAnswer))
    this.#child.on('error', () => this.#end())
    this.#child.on('exit', () => this.#end())
  }

  /** It answers at once. */
  get isReady(): boolean {
    return this.#isReady && !this.#hasEnded
  }

  /** Gives what fades out. To be called once, and first. */
  begin(tail: Tail): void {
    this.#send({ tail: { sent: tail.sent.map(owned), following: tail.following.map(owned) } })
  }

  /** Rejects when the process ends before it answers. */
  mix(packets: readonly Uint8Array[]): Promise<Mixed> {
    const answer = Promise.withResolvers<Mixed>()
    if (this.#hasEnded) answer.reject(new Error('the mixer has ended'))
    else {
      this.#answers.push(answer)
      this.#send({ packets: packets.map(owned) })
    }
    return answer.promise
  }

  /** Idempotent. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill()
    await exited
  }

  #send(message: MixerMessage): void {
    this.#child.send(message, () => undefined) // one that cannot be reached exits
  }

  #take(answer: MixerAnswer): void {
    if ('packets' in answer) this.#answers.shift()?.resolve(answer)
    else this.#isReady = true
  }

  #end(): void {
    this.#hasEnded = true
    for (const answer of this.#answers.splice(0)) answer.reject(new Error('the mixer has ended'))
  }
}

/** A part of a buffer would take the whole buffer with it. */
function owned(packet: Uint8Array): Uint8Array {
  return packet.slice()
}
