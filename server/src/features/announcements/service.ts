import type { AnnouncementBody } from '@carillon/contract/announcements/schemas'
import type { Person } from '@carillon/contract/roles'
import { recordActivity } from '../../db/activities.ts'
import { DueWork } from '../../db/due-work.ts'
import { AppError } from '../../kernel/app-error.ts'
import { createSerialQueue } from '../../kernel/serial-queue.ts'
import { requireAuthorsOwn, requirePermitted } from './access.ts'
import { reviewNotice } from './notices.ts'
import type { AnnouncementsContext } from './ports.ts'
import { carryOutDue } from './publish-due.ts'
import { createSteps, NOTHING, type Outcome } from './steps.ts'
import { columnsOf, insertDraft, lockAnnouncement, nextDue, updateAnnouncement } from './store.ts'
import type { Db, StoredAnnouncement, Words } from './table.ts'
import { checkPlan, type Plan, readPlan } from './times.ts'
import type { PlainCommand } from './transition.ts'

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

type Context = Omit<AnnouncementsContext, 'dataDir'> & {
  /** Keeps an uploaded image from being removed as unused; false when there is none of this address. */
  keepImage(url: string): Promise<boolean>
}

/** Creates the service of announcements, for people and for the station's clock. */
export function createAnnouncementService(context: Context) {
  const { db, changes, clock, timeZone } = context
  const now = () => new Date(clock.now())
  const steps = createSteps(context)
  /** Events go out in the order of the changes that they report. */
  const runExclusive = createSerialQueue()

  const run = (work: (trx: Db) => Promise<Outcome>): Promise<StoredAnnouncement> =>
    runExclusive(async () => {
      const { is, deliver } = await db.transaction().execute(work)
      deliver()
      return is
    })

  const work = () => runExclusive(() => carryOutDue(context, steps))
  const due = new DueWork({ changes, clock, work, findNext: () => nextDue(db) })

  return {
    /** Stores a draft; what a DJ wrote is told to those who review it. */
    async create(person: Person, body: AnnouncementBody): Promise<StoredAnnouncement> {
      await requireImage(context, body.imageUrl)
      return run(async (trx) => {
        const is = await storeDraft(trx, person, wordsOf(body), now())
        return { is, deliver: await steps.writeNotice(trx, reviewNotice(is)) }
      })
    },
    /** Changes words and image. Throws NOT_FOUND, FORBIDDEN, INVALID_INPUT, WRONG_STATE. */
    async update(person: Person, id: number, body: AnnouncementBody): Promise<StoredAnnouncement> {
      await requireImage(context, body.imageUrl)
      return run(async (trx) => {
        const was = requirePermitted(await lockAnnouncement(trx, id), person, 'update')
        requireAuthorsOwn(was, person)
        const words = wordsOf(body)
        if (isSame(was, words)) return { is: was, deliver: NOTHING }
        const change = { ...columnsOf(words), updated_at: now() }
        return { is: await updateAnnouncement(trx, id, change), deliver: NOTHING }
      })
    },
    /** Carries out a command; one whose effect stands already changes nothing and tells nobody. */
    command: (actor: Person, id: number, command: PlainCommand): Promise<StoredAnnouncement> =>
      run((trx) => steps.follow(trx, { id, command, actor })),
    /** Plans publication, or moves it. Throws INVALID_INPUT for times that cannot be. */
    schedule(
      actor: Person,
      id: number,
      given: { scheduledFor: string; expiresAt?: string | null | undefined },
    ): Promise<StoredAnnouncement> {
      const plan = readPlan(given, timeZone)
      const check = () => requirePossible(plan, clock.now())
      return run((trx) => steps.follow(trx, { id, command: 'schedule', actor, plan, check }))
    },
    reject: (actor: Person, id: number, reason: string): Promise<StoredAnnouncement> =>
      run((trx) => steps.follow(trx, { id, command: 'reject', actor, reason })),
    /** Archives what has expired and publishes what is due; each once, however many instances do it at once. */
    keepTime: (): Promise<void> => due.run(),
  }
}

async function storeDraft(trx: Db, author: Person, words: Words, at: Date): Promise<StoredAnnouncement> {
  const draft = await insertDraft(trx, words, author.id, at)
  const description = `Announcement ${draft.id} was written`
  await recordActivity(trx, { activityType: 'ANNOUNCEMENT_CREATE', description, userId: author.id }, at)
  return draft
}

function requirePossible(plan: Plan, nowMs: number): void {
  const checked = checkPlan(plan, nowMs)
  if (!checked.ok) throw new AppError('INVALID_INPUT', { fields: checked.fields })
}

async function requireImage({ keepImage }: Context, imageUrl: string | null): Promise<void> {
  if (imageUrl === null || (await keepImage(imageUrl))) return
  throw new AppError('INVALID_INPUT', { fields: { imageUrl: 'Upload the image first' } })
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
