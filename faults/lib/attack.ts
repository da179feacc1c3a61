import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * A program of `faults/attacks` in a process of its own, so that what it costs is neither the station's nor its
 * listeners'. It says in JSON lines how it goes.
 */
export class Attack {
  readonly #child: ChildProcess
  readonly #said: unknown[] = []
  readonly #ended: Promise<unknown>
  #onSaid = () => {}

  /** Starts `attacks/<name>.ts` with these arguments; `launcher` is a command in front of it. */
  constructor(name: string, args: readonly (string | number)[], launcher: readonly string[] = []) {
    const program = join(import.meta.dirname, '../attacks', `${name}.ts`)
    const [command = process.execPath, ...rest] = [
      ...launcher,
      process.execPath,
      program,
      ...args.map(String),
    ]
    this.#child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#ended = once(this.#child, 'exit').then(() => this.#onSaid())
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.#said.push(JSON.parse(line))
      this.#onSaid()
    })
  }

  /** The next thing it says. Throws when it ends without a word. */
  async next<T>(): Promise<T> {
    while (this.#said.length === 0) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error('The attack ended without a word')
      await new Promise<void>((resolve) => {
        this.#onSaid = resolve
      })
    }
    return this.#said.shift() as T
  }

  /** Says a word to it, and gives what it says next. */
  ask<T>(word: string): Promise<T> {
    this.#child.stdin?.write(`${word}\n`)
    return this.next<T>()
  }

  /** Ends it without a word to those it is connected with, where they cannot hear its kernel. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
