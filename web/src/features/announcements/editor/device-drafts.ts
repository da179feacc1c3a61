import { z } from 'zod/mini'
import { storedValue } from '../../../lib/stored.ts'
import type { Words } from './words.ts'

/** More than anybody writes at once; the oldest go first. */
const MAX_DRAFTS = 10

/** Whose draft of which announcement; null: of a new one. */
export type DraftOwner = { account: number; announcementId: number | null }
/**
 * Draft that was not sent. `basedOn`: when the station's words, which it changes, were changed last. `key`: what it is
 * created under, so that a second try makes no second one.
 */
export type DeviceDraft = { words: Words; savedAt: number; basedOn: string | null; key: string }

const draftsSchema = z.array(
  z.object({
    account: z.number(),
    announcementId: z.nullable(z.number()),
    words: z.object({
      title: z.string(),
      content: z.string(),
      imageUrl: z.nullable(z.string()),
      imageAlt: z.string(),
    }),
    savedAt: z.number(),
    basedOn: z.nullable(z.string()),
    key: z.string(),
  }),
)
const kept = storedValue('announcement-drafts', draftsSchema)

/** Reads the draft of an announcement that this browser keeps; null for none. */
export function readDraft(owner: DraftOwner): DeviceDraft | null {
  return all().find(isOf(owner)) ?? null
}

/** Drafts of this account in this browser, the latest first. */
export function draftsOf(account: number): (DraftOwner & DeviceDraft)[] {
  return all()
    .filter((one) => one.account === account)
    .reverse()
}

/** Keeps what is written in this browser; gives whether it could. */
export function keepDraft(owner: DraftOwner, draft: DeviceDraft): boolean {
  const others = all().filter((one) => !isOf(owner)(one))
  return kept.write([...others, { ...owner, ...draft }].slice(-MAX_DRAFTS))
}

/** Forgets what was kept of an announcement. */
export function dropDraft(owner: DraftOwner): void {
  const known = all()
  const others = known.filter((one) => !isOf(owner)(one))
  if (others.length < known.length) kept.write(others)
}

function all() {
  return kept.read() ?? []
}

function isOf({ account, announcementId }: DraftOwner) {
  return (one: DraftOwner) => one.account === account && one.announcementId === announcementId
}
