import { People, type PeopleProps } from '../../features/auth/people/people.tsx'
import { areShortcutsOn } from '../../features/stream/listener/shortcuts.ts'
import { useSession } from '../../session/session.tsx'

/** The people of the station, as far as who is signed in may see and change them. */
export function PeopleDesk(more: Pick<PeopleProps, 'Panel'>) {
  const session = useSession()
  if (session.state !== 'signed-in') return null
  const isModerator = session.user.role === 'MODERATOR'
  return (
    <People
      {...more}
      self={session.user}
      areKeysOn={areShortcutsOn}
      note={
        isModerator
          ? 'You make listeners DJs and back, and ban listeners. The rest is for administrators.'
          : undefined
      }
    />
  )
}
