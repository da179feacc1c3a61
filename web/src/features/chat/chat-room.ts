import type { ChatMessage } from '@carillon/contract/chat/schemas'
import type { ChatEvent } from '@carillon/contract/chat/topics'
import { ApiError } from '../../api/api-error.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { createStore, type Store } from '../../lib/store.ts'
import type { ChatCalls } from './chat-calls.ts'
import {
  type ChatLog,
  EMPTY_LOG,
  trimmed,
  withAnswer,
  withMessages,
  withOlder,
  withoutMessage,
} from './chat-log.ts'
import { failed, MAX_OUTGOING, Outbox, type Outgoing, retryAfterSeconds, sending } from './outbox.ts'
import type { SlowMode } from './slow-mode.ts'

/** Messages of this length are drawn together. */
export const GATHER_MS = 50
/** Messages kept for somebody who reads the newest; older ones leave in small parts. */
export const MOST_FOLLOWED = 100
const TRIM_STEP = 32

export type ChatState = {
  /** Of the first load; `stale`: it was shown once, and could not be asked again. */
  status: 'loading' | 'ready' | 'failed' | 'stale'
  log: ChatLog
  older: 'idle' | 'loading' | 'failed'
  outgoing: readonly Outgoing[]
  slowMode: SlowMode
  /** Before this, in ms of the station's clock, the station refuses what the viewer says. */
  refusedUntilMs: number
}

export type ChatRoomOptions = {
  calls: ChatCalls
  viewerId: number | null
  /** Leaves a trace of what is removed, for who moderates. */
  keepsTraces: boolean
  slowMode: SlowMode
  /** Messages of the viewer that an earlier room has left, and this one may leave. */
  outbox?: Outbox
  /** The station's clock. */
  now(): number
  /** The session is over. */
  onSignedOut(): void
}

// Members: what a view asks for, and the buffers of what arrives, is held and goes out, which one state shows.
/** The chat of one broadcast as one viewer sees it. `open` before use. */
export class ChatRoom {
  readonly state: Store<ChatState>
  readonly #options: ChatRoomOptions
  readonly #outbox: Outbox
  #leaving = new AbortController()
  #isFollowed = true
  #arrived: ChatMessage[] = []
  #gather: ReturnType<typeof setTimeout> | undefined
  /** The question for the newest that is on its way, and what is heard meanwhile. */
  #asking: { added: Set<number>; removed: Set<number> } | null = null
  #isAskedAgain = false
  /** Up to here the log has no hole. */
  #wholeUntilId = 0
  /** Own messages heard before the answer to their call: they are not shown twice. */
  #held: ChatMessage[] = []
  /** Removed while own messages wait for their answer, which may tell of one that is gone. */
  readonly #gone = new Set<number>()

  constructor(options: ChatRoomOptions) {
    this.#options = options
    const { slowMode, outbox = new Outbox() } = options
    this.#outbox = outbox
    this.state = createStore<ChatState>({
      status: 'loading',
      log: EMPTY_LOG,
      older: 'idle',
      outgoing: outbox.messages.get(),
      slowMode,
      refusedUntilMs: 0,
    })
  }

  /** Loads the newest; the returned function leaves. */
  open(): () => void {
    this.#leaving = new AbortController()
    this.#asking = null
    const showOutgoing = () => this.#set({ outgoing: this.#outbox.messages.get() })
    const unsubscribe = this.#outbox.messages.subscribe(showOutgoing)
    showOutgoing()
    for (const message of this.state.get().outgoing) if (message.state === 'sending') void this.#post(message)
    this.refresh()
    return () => {
      unsubscribe()
      this.#leaving.abort()
      clearTimeout(this.#gather)
      this.#gather = undefined
    }
  }

  /** Asks for what the page may have missed. */
  refresh(): void {
    if (this.#asking) this.#isAskedAgain = true
    else void this.#ask()
  }

  receive(event: ChatEvent): void {
    if (event.type === 'CHAT_MESSAGE') this.#receiveMessage(event.message)
    if (event.type === 'MESSAGE_DELETED') this.forget(event.id)
    if (event.type === 'SLOW_MODE') this.setSlowMode(event.enabled ? { seconds: event.seconds } : null)
  }

  setSlowMode(slowMode: SlowMode): void {
    if (this.state.get().slowMode?.seconds !== slowMode?.seconds) this.#set({ slowMode })
  }

  /** A message is gone. */
  forget(id: number): void {
    this.#flush()
    this.#asking?.removed.add(id)
    this.#held = this.#held.filter((message) => message.id !== id)
    if (this.state.get().outgoing.length > 0) this.#gone.add(id)
    this.#set({ log: withoutMessage(this.state.get().log, id, this.#options.keepsTraces) })
  }

  /** Sets if the reader follows the newest: only then are old messages dropped. */
  setFollowed(isFollowed: boolean): void {
    this.#isFollowed = isFollowed
  }

  /** Shows it at once and sends it. False when too many wait already. */
  send(content: string): boolean {
    const { messages } = this.#outbox
    if (messages.get().length >= MAX_OUTGOING) return false
    const message: Outgoing = {
      localId: randomUuid(),
      content,
      atMs: this.#options.now(),
      state: 'sending',
    }
    messages.set([...messages.get(), message])
    void this.#post(message)
    return true
  }

  /** Sends a failed message again; it cannot arrive twice. */
  retry(localId: string): void {
    const message = this.#outbox.messages.get().find((one) => one.localId === localId)
    if (message?.state !== 'failed' || message.retryAtMs > this.#options.now()) return
    const again = sending(message, this.#options.now())
    this.#replace(again)
    void this.#post(again)
  }

  /** Forgets a failed message. */
  discard(localId: string): void {
    const { messages } = this.#outbox
    messages.set(messages.get().filter((one) => one.localId !== localId))
  }

  async loadOlder(): Promise<void> {
    const { log, older } = this.state.get()
    const first = log.entries[0]?.id
    if (first === undefined || older === 'loading') return
    this.#set({ older: 'loading' })
    const { signal } = this.#leaving
    try {
      const answer = await this.#options.calls.before(first, signal)
      const now = this.state.get().log
      // What was trimmed meanwhile would leave a hole.
      const isStillNext = now.entries[0]?.id === first
      const next = isStillNext ? withOlder(now, answer.messages, !answer.reachesStart) : now
      this.#set({ older: 'idle', log: next })
    } catch (error) {
      if (signal.aborted) return
      console.error('Older messages could not be loaded:', error)
      this.#set({ older: 'failed' })
    }
  }

  async #ask(): Promise<void> {
    const asking = { added: new Set<number>(), removed: new Set<number>() }
    this.#asking = asking
    this.#isAskedAgain = false
    const { signal } = this.#leaving
    const { calls, keepsTraces } = this.#options
    try {
      const { messages, reachesStart } = await calls.newest(this.#oldestAskedFor(), signal)
      if (this.#asking !== asking) return
      this.#flush()
      const answer = {
        messages,
        reachesStart,
        wholeUntilId: this.#wholeUntilId,
        addedMeanwhile: asking.added,
        removedMeanwhile: asking.removed,
        keepsTrace: keepsTraces,
      }
      this.#asking = null
      this.#set({ status: 'ready', log: withAnswer(this.state.get().log, answer) })
      this.#wholeUntilId = this.#newestId()
    } catch (error) {
      if (signal.aborted || this.#asking !== asking) return
      console.error('The chat could not be loaded:', error)
      this.#asking = null
      this.#set({ status: this.state.get().status === 'loading' ? 'failed' : 'stale' })
    }
    if (this.#isAskedAgain) void this.#ask()
  }

  /** Back to the beginning of what is shown where that is near: then deletions are seen in all of it. */
  #oldestAskedFor(): number {
    const { entries } = this.state.get().log
    const near = entries[Math.max(0, entries.length - MOST_FOLLOWED)]
    return Math.min(this.#wholeUntilId, near?.id ?? 0)
  }

  #receiveMessage(message: ChatMessage): void {
    const isOwn = message.sender.id === this.#options.viewerId
    if (isOwn && this.state.get().outgoing.some(({ state }) => state === 'sending')) this.#held.push(message)
    else this.#take(message)
  }

  #take(message: ChatMessage): void {
    this.#asking?.added.add(message.id)
    this.#arrived.push(message)
    this.#gather ??= setTimeout(() => this.#flush(), GATHER_MS)
  }

  #flush(): void {
    clearTimeout(this.#gather)
    this.#gather = undefined
    const arrived = this.#arrived
    if (arrived.length === 0) return
    this.#arrived = []
    const next = withMessages(this.state.get().log, arrived)
    const { messages } = this.#outbox
    messages.set(withoutArrived(messages.get(), arrived, this.#options.viewerId))
    this.#set({ log: this.#isFollowed ? steppedDown(next) : next })
    if (!this.#asking && this.state.get().status === 'ready') this.#wholeUntilId = this.#newestId()
  }

  /** Sends a message, or waits for the answer to one that is being sent. A room that was left takes nothing any more. */
  async #post(message: Outgoing): Promise<void> {
    const { signal } = this.#leaving
    const { content, localId } = message
    try {
      const taken = await this.#outbox.answerTo(message, () => this.#options.calls.post(content, localId))
      this.discard(localId)
      if (!signal.aborted && !this.#gone.has(taken.id)) this.#take(taken)
    } catch (error) {
      this.#refuse(message, error, signal.aborted)
    }
    if (signal.aborted) return
    this.#release()
    this.#flush()
  }

  #refuse(message: Outgoing, error: unknown, wasLeft: boolean): void {
    const nowMs = this.#options.now()
    this.#replace(failed(message, error, nowMs))
    const refusedUntilMs = nowMs + 1_000 * retryAfterSeconds(error)
    if (refusedUntilMs > nowMs) this.#set({ refusedUntilMs })
    if (!wasLeft && error instanceof ApiError && error.status === 401) this.#options.onSignedOut()
  }

  #release(): void {
    if (this.state.get().outgoing.length === 0) this.#gone.clear()
    if (this.state.get().outgoing.some(({ state }) => state === 'sending')) return
    for (const message of this.#held) this.#take(message)
    this.#held = []
  }

  #replace(message: Outgoing): void {
    const { messages } = this.#outbox
    messages.set(messages.get().map((one) => (one.localId === message.localId ? message : one)))
  }

  #newestId(): number {
    return this.state.get().log.entries.at(-1)?.id ?? 0
  }

  #set(change: Partial<ChatState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }
}

/** Not at each message: the beginning would be drawn again as often. */
function steppedDown(log: ChatLog): ChatLog {
  return log.entries.length <= MOST_FOLLOWED + TRIM_STEP ? log : trimmed(log, MOST_FOLLOWED)
}

/** Drops failed messages without an answer that have arrived after all. */
function withoutArrived(
  outgoing: readonly Outgoing[],
  arrived: readonly ChatMessage[],
  viewerId: number | null,
): readonly Outgoing[] {
  const own = new Set(arrived.filter(({ sender }) => sender.id === viewerId).map(({ content }) => content))
  const left = outgoing.filter((one) => one.state === 'sending' || !one.isUncertain || !own.has(one.content))
  return left.length === outgoing.length ? outgoing : left
}
