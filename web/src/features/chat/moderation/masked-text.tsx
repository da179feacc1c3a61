import { piecesOf } from './masked.ts'

/** Words of a message, the masked ones marked. */
export function MaskedText({ content }: { content: string }) {
  return piecesOf(content).map(({ text, start, isMasked }) =>
    isMasked ? (
      <mark key={start} className="rounded-sm bg-warning-soft px-0.5 font-semibold text-warning">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
