import { type AnnouncementBody, announcementBodySchema } from '@carillon/contract/announcements/schemas'

/** Words in the form. */
export type Words = { title: string; content: string; imageUrl: string | null; imageAlt: string }
export type WordsErrors = Partial<Record<keyof Words, string>>

export const NO_WORDS: Words = { title: '', content: '', imageUrl: null, imageAlt: '' }
/** The fields in their order, as an error summary names them. */
export const LABELS: Record<keyof Words, string> = {
  title: 'Title',
  content: 'Text',
  imageUrl: 'Image',
  imageAlt: 'Description of the image',
}

/** Picks the words of an announcement, as the station has or takes them. */
export function wordsOf({ title, content, imageUrl, imageAlt }: AnnouncementBody): Words {
  return { title, content, imageUrl, imageAlt: imageAlt ?? '' }
}

/** Body of a call from the words of the form. */
export function bodyOf({ title, content, imageUrl, imageAlt }: Words) {
  return {
    title: title.trim(),
    content: content.trim(),
    imageUrl,
    imageAlt: imageUrl ? imageAlt.trim() : null,
  }
}

/** Errors of the words by field, as the station would report them. */
export function wordsErrors(words: Words): WordsErrors {
  const issues = announcementBodySchema.safeParse(bodyOf(words)).error?.issues ?? []
  // The first of a field counts: it stands last here.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
}

/** Whether two say the same. */
export function isSameWords(a: Words, b: Words): boolean {
  return (Object.keys(LABELS) as (keyof Words)[]).every((name) => a[name] === b[name])
}
