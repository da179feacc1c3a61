import { Fragment } from 'react'

/** Words whose email addresses may break after the @ and after dots, so that a narrow line cuts none in the middle of a word. */
export function BreakableEmails({ text }: { text: string }) {
  return text.split(/(\S+@\S+)/).map((part, index) => {
    const pieces = index % 2 === 1 ? (part.match(/[^@.]*[@.]|[^@.]+/g) ?? [part]) : [part]
    return pieces.map((piece, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name.
      <Fragment key={`${index} ${at}`}>
        {at > 0 && <wbr />}
        {piece}
      </Fragment>
    ))
  })
}
