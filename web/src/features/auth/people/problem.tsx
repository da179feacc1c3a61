/** Error of a command, announced at once. */
export function Problem({ words }: { words: string | null }) {
  return (
    words && (
      <p role="alert" className="font-medium text-live-ink">
        {words}
      </p>
    )
  )
}
