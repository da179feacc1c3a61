import type { Role } from '@carillon/contract/roles'

type Situation = { role: Role | null; isLive: boolean; pathname: string }

/** The mini-player shows for LISTENER only, while live, and not where the page itself is the player. */
export function showsMiniPlayer({ role, isLive, pathname }: Situation): boolean {
  const isPlayerPage =
    pathname === '/dashboard' || pathname === '/broadcast' || pathname.startsWith('/broadcast/')
  return role === 'LISTENER' && isLive && !isPlayerPage
}
