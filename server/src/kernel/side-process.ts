import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'

export type SideProcessOptions = {
  onMessage(message: unknown): void
  /** It has ended, or could not be started. Called once, and not before the constructor returns. */
  onEnd(reason: unknown): void
}

/**
 * A script of the station's in a process of its own, with messages to it and back. The station neither falls with it nor
 * waits for it, also where no process can be made: one too many, no memory, no descriptors. The caller closes it.
 */
export class SideProcess {
  readonly #child: ChildProcess | null
  readonly #onEnd: (reason: unknown) => void
  #hasEnded = false

  constructor(script: URL, { onMessage, onEnd }: SideProcessOptions) {
    this.#onEnd = onEnd
    this.#child = this.#start(script)
    this.#child?.on('message', onMessage)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Sends a message; one that has ended gets none. */
  send(message: Serializable): void {
    if (!this.#hasEnded) this.#child?.send(message, () => undefined) // one that cannot be reached exits
  }

  /** Ends it, and resolves when it is gone. Idempotent. */
  async close(): Promise<void> {
    if (this.#hasEnded || !this.#child) return
    const exited = once(this.#child, 'exit')
    this.#child.kill()
    await exited
  }

  /** Starts the process; null when there is none. */
  #start(script: URL): ChildProcess | null {
    try {
      const child = fork(script, {
        serialization: 'advanced',
        // A decoder complains on stderr about packets that it cannot read.
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
        execArgv: [],
        env: {},
      })
      let failure: unknown = null
      child.on('error', (error) => {
        failure = error
        // One that never started does not exit either.
        if (child.pid === undefined) this.#end(error)
      })
      child.on('exit', (code) => this.#end(failure ?? new Error(`the process ended with ${code}`)))
      child.unref()
      child.channel?.unref()
      return child.pid === undefined ? null : child
    } catch (error) {
      queueMicrotask(() => this.#end(error))
      return null
    }
  }

  #end(reason: unknown): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd(reason)
  }
}
