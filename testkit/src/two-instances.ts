import { findPostgresFolder } from './postgres.ts'
import { findCommand } from './processes.ts'

/** Returns what this machine lacks for two instances with all that stands beside them; null when it has all. */
export function lacksAcross(): string | null {
  if (!findPostgresFolder()) return 'no PostgreSQL on this machine'
  const missing = ['redis-server', 'icecast2', 'haproxy'].filter((name) => !findCommand(name))
  return missing.length > 0 ? `no ${missing.join(', ')} on this machine` : null
}
