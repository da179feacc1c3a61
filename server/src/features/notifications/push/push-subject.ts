/** RFC 8292 s2.1: whom a push service may ask about the station, `https:` or `mailto:`. */
export function pushSubjectOf(settings: { publicUrl: string | null; mailFrom: string | null }): string {
  const { publicUrl, mailFrom } = settings
  if (publicUrl?.startsWith('https:')) return publicUrl
  const address = mailFrom && (/<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom)
  // RFC 2606 s2: a name that is nobody's.
  return `mailto:${address ?? 'nobody@station.invalid'}`
}
