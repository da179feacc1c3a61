import type { Audience } from './audience.ts'

/** Counts listeners until the returned function is called. */
export type Joinable = Pick<Audience, 'join' | 'joinStream'>

type Member = { listenerId: string | null; way: keyof Joinable; leave: () => void }

/** Listeners of a mount that outlives its broadcasts: they are counted in one audience, and move to the next together. */
export class MovingAudience implements Joinable {
  readonly #members = new Set<Member>()
  #audience: Audience

  constructor(audience: Audience) {
    this.#audience = audience
  }

  join(listenerId: string | null): () => void {
    return this.#add(listenerId, 'join')
  }

  joinStream(listenerId: string | null): () => void {
    return this.#add(listenerId, 'joinStream')
  }

  /** Everybody is counted there from now on, and nowhere else. */
  moveTo(audience: Audience): void {
    if (audience === this.#audience) return
    this.#audience.setOutside(0)
    this.#audience = audience
    for (const member of this.#members) {
      member.leave()
      member.leave = audience[member.way](member.listenerId)
    }
  }

  #add(listenerId: string | null, way: keyof Joinable): () => void {
    const member = { listenerId, way, leave: this.#audience[way](listenerId) }
    this.#members.add(member)
    return () => {
      if (this.#members.delete(member)) member.leave()
    }
  }
}
