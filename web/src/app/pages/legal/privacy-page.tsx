import { Link } from '../../../lib/router/link.tsx'
import { STATION_NAME } from '../../../lib/station-name.ts'
import { PATHS } from '../../paths.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'

/** `/privacy-policy`. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy Policy"
      updated="Nov 20, 2026"
      lead={`What ${STATION_NAME} keeps about you, why, for how long, and what you can ask of us.`}
      sections={SECTIONS}
    />
  )
}

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'listening',
    title: 'If you only listen',
    body: (
      <>
        <p>You need no account. While you listen, your browser keeps a connection to our server.</p>
        <ul>
          <li>We count how many people listen, not who they are. The count is kept with the show.</li>
          <li>
            Your IP address is used to send you the stream and to prevent abuse. It is not kept with the
            count.
          </li>
          <li>
            Volume, theme, notification choices and the like stay in your browser. With an account, you can
            see and clear them in Settings.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'account',
    title: 'If you have an account',
    body: (
      <ul>
        <li>
          Name and email: to sign you in, to show your name in the chat, and to contact you about your
          account.
        </li>
        <li>Birthdate: to keep members under 13 out, and for age groups in our statistics.</li>
        <li>Gender, if you tell it: for the same statistics. It is optional, and you can remove it.</li>
        <li>Password: stored only as a hash, which cannot be turned back into it.</li>
        <li>
          The push address of your browser, if you turn on push notifications: until you turn them off or sign
          out there.
        </li>
        <li>What you do on the station, such as signing in or requesting a song, with the time.</li>
      </ul>
    ),
  },
  {
    id: 'said',
    title: 'What you say here',
    body: (
      <p>
        Messages, song requests and votes belong to the broadcast they were sent to and are kept with it.
        Everyone in the chat sees your name beside your messages. DJs, moderators and administrators can read
        and export the chat of a show. Broadcasts are recorded.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        Two cookies. One keeps you signed in: until you close the browser, or for 30 days if you tick
        “Remember me”. The other is sent only when you sign in, and lets us know this browser again for 400
        days, so that someone guessing your password elsewhere cannot lock you out; it cannot sign anyone in.
        There are no advertising cookies and no third-party trackers.
      </p>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees it',
    body: (
      <p>
        The people who run the station. We never sell your data. Statistics show groups, never individuals.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <p>
        Under the Data Privacy Act of 2012 (Republic Act 10173) you may ask what we hold about you, have it
        corrected, have it erased or blocked, object to its use, and receive a copy. You may also complain to
        the National Privacy Commission. To ask us, go to <Link to={PATHS.contact}>Contact</Link>.
      </p>
    ),
  },
]
