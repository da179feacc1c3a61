import { usePageTitle } from '../../lib/document-title.ts'
import { useSession } from '../../session/session.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PATHS } from '../paths.ts'
import { CalmPage } from './calm-page.tsx'

/** A place of the menu that this station does not have yet; it says so and shows the way to the sound. */
export function NotHereYetPage({ title }: { title: string }) {
  usePageTitle(title)
  const signedIn = useSession().state === 'signed-in'
  return (
    <CalmPage
      title={title}
      actions={
        <>
          <ButtonLink to={signedIn ? PATHS.dashboard : PATHS.root}>Listen</ButtonLink>
          <ButtonLink to={PATHS.schedule} variant="outline">
            Schedule
          </ButtonLink>
        </>
      }
    >
      <p>This page is not here yet. The stream and the schedule are.</p>
    </CalmPage>
  )
}
