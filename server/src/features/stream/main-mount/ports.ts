import type { ItemEnd, PlayoutItem } from '../playout/playout-item.ts'
import type { SoundingItem } from './sounding-item.ts'

/** Chooser of what plays between shows, and keeper of what played. Called on the instance that plays. */
export type PlayoutPort = {
  /** Chooses what follows the item that sounds; null: nothing. */
  next(current: SoundingItem | null): Promise<PlayoutItem | null>
  /** Plan of the replay whose time it is; null: none. It must not wait for anything. */
  due(): number | null
  /** Finds an item that another instance began, to go on with it; null when its file is not here. */
  find(item: SoundingItem): Promise<PlayoutItem | null>
  onBegin(item: SoundingItem, listeners: number): void
  /** A bed begins again from its beginning. */
  onBeginAgain(item: SoundingItem): void
  onEnd(item: SoundingItem, end: ItemEnd): void
  /** An item cannot be played, and is left out. */
  onSkip(item: PlayoutItem): void
}
