import type { Mount } from '../mount/mount.ts'
import type { OpenOutput, Output } from './output.ts'

/** The outputs of one mount: open while they are fed from here. */
export class OpenOutputs {
  readonly #mount: Mount
  readonly #openers: readonly OpenOutput[]
  #outputs: Output[] = []

  constructor(mount: Mount, openers: readonly OpenOutput[]) {
    this.#mount = mount
    this.#openers = openers
  }

  get isOpen(): boolean {
    return this.#outputs.length > 0
  }

  open(): void {
    this.#outputs = this.#openers.map((open) => open(this.#mount))
  }

  /** A page was added to the mount. */
  publish(): void {
    for (const output of this.#outputs) output.publish()
  }

  /** Resolves when each has passed on what is left. Idempotent. */
  async close(): Promise<void> {
    const outputs = this.#outputs
    this.#outputs = []
    await Promise.all(outputs.map((output) => output.close()))
  }
}
