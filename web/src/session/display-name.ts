import type { Role } from '@carillon/contract/roles'

/** The names an account may carry; any of them may be empty. */
export type Names = {
  firstname?: string | null
  lastname?: string | null
  name?: string | null
  username?: string | null
}

/** First and last name; else a full name with a space; else the first of first name, last name, name, username; else `User`. */
export function displayNameOf(names: Names): string {
  const [first, last, full, user] = [names.firstname, names.lastname, names.name, names.username].map(
    (name) => name?.trim() ?? '',
  )
  if (first && last) return `${first} ${last}`
  if (full?.includes(' ')) return full
  return first || last || full || user || 'User'
}

/** `MODERATOR` reads `Moderator`. */
export function roleLabel(role: Role | string): string {
  return role === 'DJ' ? 'DJ' : role.charAt(0).toUpperCase() + role.slice(1).toLowerCase()
}
