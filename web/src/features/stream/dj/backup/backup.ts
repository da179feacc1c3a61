import { SECOND_MS } from '@carillon/contract/durations'
import { createStore, type Store } from '../../../../lib/store.ts'
import { OnAirLock } from '../on-air-lock.ts'
import type { Timers } from '../timers.ts'
import { KeptTakes, leftMs } from './kept-takes.ts'
import { TakeLine } from './take-line.ts'
import { type CopyPlace, TakeStore, type TakeStoreOptions } from './take-store.ts'
import { TakeUploader, type Way } from './take-uploader.ts'
import { type UploadTake, uploadTake } from './upload-take.ts'

/** Copy of a DJ's shows beside the station's recording, as the desk shows it. */
export type BackupState = {
  /** Place of the newest sound; null before there is any. */
  place: CopyPlace | null
  /** Sound that the station does not have, beyond what is on its way. */
  leftMs: number
  /** Sound that the station will never have. */
  missingMs: number
  isUploading: boolean
  /** Something was uploaded since this page was loaded. */
  hasUploaded: boolean
}

const LOOK_MS = SECOND_MS
const NOTHING: BackupState = {
  place: null,
  leftMs: 0,
  missingMs: 0,
  isUploading: false,
  hasUploaded: false,
}

export type BackupOptions = {
  timers: Timers
  upload?: UploadTake
  locks?: Pick<LockManager, 'request'> | undefined
  /** Opens the storage; the browser's own unless another is given. */
  openStorage?: TakeStoreOptions['open']
}

/** Keeps what this page says on air until the station has written it, and uploads what was lost on the way. */
export class Backup {
  readonly state: Store<BackupState> = createStore(NOTHING)
  readonly #store: TakeStore
  readonly #takes: KeptTakes
  readonly #uploader: TakeUploader
  readonly #onAir = new OnAirLock()
  #userId: number | null = null
  #way: Way | null = null
  /** Another tab of this browser is on air, and looks after all that is kept. */
  #isInOtherTab = false
  #isOpening: Promise<void> = Promise.resolve()

  constructor({ timers, upload = uploadTake, locks = navigator.locks, openStorage }: BackupOptions) {
    this.#store = new TakeStore({
      timers,
      onPlace: (place) => this.#patch({ place }),
      // No sound waits for this: it has gone out meanwhile.
      onOpenedLate: () => this.#userId !== null && void this.#load(this.#userId),
      ...(openStorage && { open: openStorage }),
    })
    this.#takes = new KeptTakes({ store: this.#store, now: Date.now })
    this.#uploader = new TakeUploader({
      ...{ takes: this.#takes, store: this.#store, upload, locks },
      way: () => this.#way,
      isOnline: () => navigator.onLine,
      isInOtherTab: () => this.#isInOtherTab,
      now: timers.now,
      onChange: () => this.#show(),
    })
    timers.every(LOOK_MS, () => void this.#look())
  }

  /** Resolves when it is known what an earlier visit has left. Sound waits for it. */
  get ready(): Promise<void> {
    return this.#isOpening
  }

  /** Resolves when what was recorded by now is stored. */
  settled(): Promise<void> {
    return this.#store.settled()
  }

  /** Somebody is at this page: what an earlier visit of theirs has left is uploaded. */
  open(userId: number): void {
    this.#userId = userId
    this.#uploader.begin()
    this.#read(userId)
  }

  close(): void {
    this.#takes.close()
    this.#userId = null
    this.#way = null
    this.state.set(NOTHING)
  }

  /** A show of this page is on air: its takes are kept, and the way is asked before anything else goes up. */
  begin(broadcastId: number, isFree: () => boolean): TakeLine {
    const line = new TakeLine(this.#takes, broadcastId)
    this.#way = {
      get current() {
        return line.current
      },
      get unwrittenMs() {
        return line.unwrittenMs
      },
      get hasHole() {
        return line.hasHole
      },
      isFree,
    }
    return line
  }

  /** The page is off the air. */
  end(line: TakeLine, isDelivered: boolean): void {
    line.close(isDelivered)
    this.#way = null
    void this.#look()
  }

  #read(userId: number): void {
    this.#isOpening = this.#load(userId)
  }

  #load(userId: number): Promise<void> {
    const loading = this.#takes.open(userId).catch((error) => {
      console.error('What an earlier visit has left could not be read:', error)
    })
    void loading.then(() => this.#look())
    return loading
  }

  async #look(): Promise<void> {
    if (this.#userId === null) return
    const wasInOtherTab = this.#isInOtherTab
    this.#isInOtherTab = this.#way === null && !(await this.#onAir.isFree())
    if (wasInOtherTab && !this.#isInOtherTab) return this.#read(this.#userId)
    this.#show()
    this.#uploader.work().catch((error) => console.error('What was kept could not be uploaded:', error))
  }

  #show(): void {
    const current = this.#way?.current
    const others = this.#takes.unfinished().filter((held) => held !== current)
    const ownMs = others.reduce((sum, held) => sum + leftMs(held), this.#way?.unwrittenMs ?? 0)
    const left = this.#isInOtherTab ? 0 : ownMs
    const { isUploading } = this.#uploader
    this.#patch({ leftMs: left, missingMs: this.#takes.missingMs, isUploading })
  }

  #patch(change: Partial<BackupState>): void {
    const before = this.state.get()
    const after = { ...before, ...change, hasUploaded: before.hasUploaded || change.isUploading === true }
    const isSame = Object.entries(after).every(([name, value]) => before[name as keyof BackupState] === value)
    if (!isSame) this.state.set(after)
  }
}
