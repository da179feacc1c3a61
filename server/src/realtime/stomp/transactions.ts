import { AppError } from '../../http/app-error.ts'

export const MAX_TRANSACTIONS = 8
export const MAX_TRANSACTION_STEPS = 64

type Step = () => void | Promise<void>

/** What waits for its COMMIT on one connection; forgotten with it. */
export class Transactions {
  readonly #open = new Map<string, Step[]>()

  begin(id: string): void {
    if (this.#open.has(id))
      throw new AppError('INVALID_INPUT', { message: 'This transaction is open already' })
    if (this.#open.size >= MAX_TRANSACTIONS)
      throw new AppError('TOO_MANY_REQUESTS', { message: `More than ${MAX_TRANSACTIONS} transactions` })
    this.#open.set(id, [])
  }

  /** Keeps a step until the COMMIT. Throws when there is no such transaction, or it holds too much. */
  add(id: string, step: Step): void {
    const steps = this.#require(id)
    if (steps.length >= MAX_TRANSACTION_STEPS)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: `More than ${MAX_TRANSACTION_STEPS} frames in a transaction`,
      })
    steps.push(step)
  }

  /** Ends a transaction and gives its steps, to be done in order or dropped. */
  end(id: string): readonly Step[] {
    const steps = this.#require(id)
    this.#open.delete(id)
    return steps
  }

  #require(id: string): Step[] {
    const steps = this.#open.get(id)
    if (!steps) throw new AppError('INVALID_INPUT', { message: 'There is no such transaction' })
    return steps
  }
}
