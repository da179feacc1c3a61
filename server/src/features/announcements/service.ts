import type { AnnouncementBody } from '@carillon/contract/announcements/schemas'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { requireAuthorsOwn, requirePermitted } from './access.ts'
import { reviewNotice } from './notices.ts'
import type { AnnouncementsContext, Notice } from './ports.ts'
import {
  archiveExpired,
  claimDue,
  columnsOf,
  insertDraft,
  lockAnnouncement,
  updateAnnouncement,
} from './store.ts'
import type { Db, StoredAnnouncement, Words } from './table.ts'
import { checkPlan, readPlan } from './times.ts'
import { publishedEvent } from './topics.ts'
import { carryOut, noteStep, noticeOf, type Order, type PlainCommand } from './transition.ts'

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

type Context = Omit<AnnouncementsContext, 'dataDir' | 'now'> & {
  /** Keeps an uploaded image from being removed as unused; false when there is none of this address. */
  keepImage(url: string): Promise<boolean>
}
/** What is left to do after the commit: tell whom it concerns. */
type Outcome = { is: StoredAnnouncement; deliver: () => void }

const NOTHING = () => undefined

/** What people and the station's clock do with announcements. */
export function createAnnouncementService(context: Context) {
  const { db, clock, timeZone, publish } = context
  const now = () => new Date(clock.now())
  /** News go out in the order of what they tell. */
  const runExclusive = createSerialQueue()

  /** Writes a notice down; what it gives delivers it. */
  async function writeNotice(trx: Db, notice: Notice | null): Promise<() => void> {
    if (!notice) return NOTHING
    await context.notify(trx, notice)
    return context.deliverNotices
  }

  /** Carries out an order in `trx`; told of is what changed, and nothing else. */
  async function follow(trx: Db, order: Order): Promise<Outcome> {
    const at = now()
    const { was, is } = await carryOut(trx, order, at)
    if (is === was) return { is, deliver: NOTHING }
    await noteStep(trx, order, is, at)
    const deliver = await writeNotice(trx, noticeOf(order, is))
    if (order.command !== 'publish') return { is, deliver }
    const announce = () => {
      publish(...publishedEvent(is, timeZone))
      deliver()
    }
    return { is, deliver: announce }
  }

  const run = (work: (trx: Db) => Promise<Outcome>): Promise<StoredAnnouncement> =>
    runExclusive(async () => {
      const { is, deliver } = await db.transaction().execute(work)
      deliver()
      return is
    })

  async function requireImage(imageUrl: string | null): Promise<void> {
    if (imageUrl === null || (await context.keepImage(imageUrl))) return
    throw new AppError('INVALID_INPUT', { fields: { imageUrl: 'Upload the image first' } })
  }

  /** Publishes one whose time has come, but none of `failed`, to which one that fails is added; false when there is none. */
  async function publishNext(failed: number[]): Promise<boolean> {
    let id: number | null = null
    try {
      const deliver = await db.transaction().execute(async (trx) => {
        id = await claimDue(trx, now(), failed)
        return id === null ? null : (await follow(trx, { id, command: 'publish', actor: null })).deliver
      })
      deliver?.()
    } catch (error) {
      if (id === null) throw error
      // The others do not wait for it; the next tick tries it again.
      failed.push(id)
      context.onError(error)
    }
    return id !== null
  }

  return {
    /** Stores a draft; what a DJ wrote is told to those who review it. */
    async create(person: Person, body: AnnouncementBody): Promise<StoredAnnouncement> {
      await requireImage(body.imageUrl)
      return run(async (trx) => {
        const at = now()
        const is = await insertDraft(trx, wordsOf(body), person.id, at)
        const description = `Announcement ${is.id} was written`
        await recordActivity(trx, { activityType: 'ANNOUNCEMENT_CREATE', description, userId: person.id }, at)
        return { is, deliver: await writeNotice(trx, reviewNotice(is)) }
      })
    },
    /** Changes words and image. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, WRONG_STATE. */
    async update(person: Person, id: number, body: AnnouncementBody): Promise<StoredAnnouncement> {
      await requireImage(body.imageUrl)
      return run(async (trx) => {
        const was = requirePermitted(await lockAnnouncement(trx, id), person, 'update')
        requireAuthorsOwn(was, person)
        const words = wordsOf(body)
        const is = isSame(was, words)
          ? was
          : await updateAnnouncement(trx, id, { ...columnsOf(words), updated_at: now() })
        return { is, deliver: NOTHING }
      })
    },
    /** Carries out a command; one whose effect stands already changes nothing and tells nobody. */
    command: (actor: Person, id: number, command: PlainCommand): Promise<StoredAnnouncement> =>
      run((trx) => follow(trx, { id, command, actor })),
    /** Plans publication, or moves it. Throws INVALID_INPUT for times that cannot be. */
    schedule(
      actor: Person,
      id: number,
      given: { scheduledFor: string; expiresAt?: string | null | undefined },
    ): Promise<StoredAnnouncement> {
      const plan = readPlan(given, timeZone)
      const check = () => {
        const checked = checkPlan(plan, clock.now())
        if (!checked.ok) throw new AppError('INVALID_INPUT', { fields: checked.fields })
      }
      return run((trx) => follow(trx, { id, command: 'schedule', actor, plan, check }))
    },
    reject: (actor: Person, id: number, reason: string): Promise<StoredAnnouncement> =>
      run((trx) => follow(trx, { id, command: 'reject', actor, reason })),
    /** Archives what has expired and publishes what is due; each once, however many instances do it at once. */
    keepTime: (): Promise<void> =>
      runExclusive(async () => {
        await archiveExpired(db, now())
        const failed: number[] = []
        while (await publishNext(failed));
      }),
  }
}

function wordsOf({ title, content, imageUrl, imageAlt }: AnnouncementBody): Words {
  // Without an image there is nothing to describe.
  return { title, content, imageUrl, imageAlt: imageUrl && imageAlt }
}

function isSame(was: StoredAnnouncement, words: Words): boolean {
  const { title, content, imageUrl, imageAlt } = was
  return (
    title === words.title &&
    content === words.content &&
    imageUrl === words.imageUrl &&
    imageAlt === words.imageAlt
  )
}
