import { canBroadcast } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { AppError } from '../../../kernel/app-error.ts'
import type { Leaderships } from '../cluster/leaderships.ts'
import type { StreamContext } from '../ports.ts'
import type { OnAirRegistry } from './on-air-registry.ts'

export type FeedSwitchOptions = Pick<StreamContext, 'clock' | 'findBroadcast' | 'recordFeed'> & {
  registry: Pick<OnAirRegistry, 'live'>
  leaderships: Pick<Leaderships, 'hold'>
  onChange: () => void
}

/** The feed of the live broadcast: while it is held, listeners hear silence. */
export class FeedSwitch {
  readonly #options: FeedSwitchOptions

  constructor(options: FeedSwitchOptions) {
    this.#options = options
  }

  get isHeld(): boolean {
    return (this.#options.registry.live?.state.feedHold ?? null) !== null
  }

  /** Holds or opens it: the own one for a DJ, any for an ADMIN. 409 when nothing is live. */
  async hold(isHeld: boolean, person: Person): Promise<void> {
    const { clock, registry, leaderships, findBroadcast, recordFeed, onChange } = this.#options
    const { live } = registry
    if (!live) throw new AppError('WRONG_STATE', { message: 'Nothing is on air.' })
    const broadcast = await findBroadcast(live.broadcastId)
    if (!broadcast || !canBroadcast(person, broadcast)) throw new AppError('FORBIDDEN')
    if (this.isHeld === isHeld) return
    const since = new Date(clock.now()).toISOString()
    leaderships.hold(live, isHeld ? { by: person.name, since } : null)
    recordFeed({ isHeld, title: broadcast.title, person })
    onChange()
  }
}
