const MAX_TITLE_LENGTH = 80

/**
 * The Content-Disposition of a download (RFC 6266 s4.3): the name in plain ASCII, and as it is for those who read
 * `filename*` (RFC 8187 s3.2). Nothing of the title reaches the header unescaped.
 */
export function attachment({ title, day }: { title: string; day: string }): string {
  const name = `${cleaned(title)} ${day} chat.csv`.trimStart()
  const plain = name.normalize('NFKD').replace(/[^\w .-]/g, '')
  return `attachment; filename="${plain.trim()}"; filename*=UTF-8''${encoded(name)}`
}

/** Without what file systems refuse, and without what turns the text around. */
function cleaned(title: string): string {
  const safe = title.toWellFormed().replace(/[\p{C}\u2028\u2029/\\:*?"<>|]+/gu, ' ')
  const short = Array.from(safe).slice(0, MAX_TITLE_LENGTH).join('')
  return short.replace(/\s+/g, ' ').replace(/^[. ]+|[. ]+$/g, '')
}

/** RFC 8187 s3.2.1: what encodeURIComponent leaves and `attr-char` does not hold. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
