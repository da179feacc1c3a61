import { People, type PeopleProps } from '../../../features/auth/people/people.tsx'
import { areShortcutsOn } from '../../../lib/single-keys.ts'
import { useSession } from '../../../session/session.ts'

/** The people of the station, as far as who is signed in may see and change them. */
export function PeoplePanel(more: Pick<PeopleProps, 'Panel' | 'isNarrow'>) {
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
