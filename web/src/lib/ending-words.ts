const ROLES: Readonly<Record<string, string>> = { MODERATOR: 'moderator', ADMIN: 'admin', DJ: 'DJ' }

type WithEnding = { ending?: { by: { name: string; role: string } } | undefined }

/** `Ana Cruz (moderator)`: who of the staff ended a show; null where nobody says. */
export function endedByWords({ ending }: WithEnding): string | null {
  return ending ? `${ending.by.name} (${ROLES[ending.by.role] ?? ending.by.role})` : null
}
