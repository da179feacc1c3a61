const MASKS = /(\*{2,})/

/** Words of a message, the masked ones marked. */
export function MaskedText({ content }: { content: string }) {
  let at = 0
  return content.split(MASKS).map((part) => {
    const start = at
    at += part.length
    return MASKS.test(part) ? (
      <mark key={start} className="rounded-sm bg-warning-soft px-0.5 font-semibold text-warning">
        {part}
      </mark>
    ) : (
      part
    )
  })
}
