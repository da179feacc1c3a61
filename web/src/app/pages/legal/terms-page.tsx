import { Link } from '../../../lib/router/link.tsx'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { PATHS } from '../../paths.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

/** `/terms-of-service`. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of Service"
      updated="Nov 20, 2026"
      lead={`The few rules of ${STATION_NAME}. By creating an account you agree to them.`}
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'accounts',
    title: 'Your account',
    body: (
      <ul>
        <li>You are at least 13 years old, and what you tell us about yourself is true.</li>
        <li>One person, one account. Keep your password to yourself.</li>
        <li>Tell us if someone else has used your account.</li>
      </ul>
    ),
  },
  {
    id: 'manners',
    title: 'How we talk here',
    body: (
      <>
        <p>Say something kind, or at least something fair. These have no place on the station:</p>
        <ul>
          <li>insults, threats, harassment, hate, or anything sexual about or towards minors;</li>
          <li>sharing private information about others, or pretending to be someone else;</li>
          <li>advertising, spam, or attempts to break the service.</li>
        </ul>
        <p>
          Moderators may remove messages and slow the chat. They may ban an account for a while or
          permanently; anyone who is banned is told why and until when.
        </p>
      </>
    ),
  },
  {
    id: 'on-air',
    title: 'On air',
    body: (
      <p>
        DJs answer for what they broadcast: they play only what they have the right to play, and follow campus
        rules and the law. Broadcasts are recorded. The station may end a broadcast that breaks these terms.
      </p>
    ),
  },
  {
    id: 'content',
    title: 'What is yours stays yours',
    body: (
      <p>
        You keep the rights to what you write and make. You let the station show, broadcast and keep it as
        part of its programme. The stream is for listening; do not sell it or rebroadcast it under another
        name.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'No promises of perfection',
    body: (
      <p>
        The station is made by students and their friends. It may pause, change or fall silent, and it is
        offered as it is. When these terms change, the date above changes and members are notified.
      </p>
    ),
  },
  {
    id: 'questions',
    title: 'Questions',
    body: (
      <p>
        Ask through <Link to={PATHS.contact}>Contact</Link>. How we handle your data is described in the{' '}
        <Link to={PATHS.privacy}>Privacy Policy</Link>.
      </p>
    ),
  },
]
