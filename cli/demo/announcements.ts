import type { Announcement } from '@carillon/contract/announcements/schemas'

/** An announcement of the demonstration; times count from now. Its author and its reviewer go by their e-mail. */
export type DemoAnnouncement = {
  title: string
  content: string
  author: string
  status: Announcement['status']
  isPinned?: true
  reason?: string
  hoursOld: number
  /** When a scheduled one is published, and when it or a published one is put away. */
  inHours?: number
  untilHours?: number
}

const HOURS_PER_DAY = 24
const days = (count: number) => count * HOURS_PER_DAY

/** Some in each state, as a station in the middle of a term has them. */
export const DEMO_ANNOUNCEMENTS: readonly DemoAnnouncement[] = [
  {
    title: 'Foundation week: the booth is at the main gate',
    content:
      'Come by from nine to five, all week. You can ask for songs at the booth, meet the DJs and see how a show is made.\n\nOn Friday we broadcast live from the field. Bring your friends.',
    author: 'paolo.torres@campus.example',
    status: 'PUBLISHED',
    isPinned: true,
    hoursOld: 20,
    untilHours: days(6),
  },
  {
    title: 'Auditions for new DJs',
    content:
      'We look for voices for the next term: mornings, campus news and late nights. No experience needed, only an hour a week and something to say.\n\nBring a playlist of ten songs to the station, second floor of the student centre.',
    author: 'liza.mangahas@campus.example',
    status: 'PUBLISHED',
    isPinned: true,
    hoursOld: days(2),
  },
  {
    title: 'Battle of the Bands: send us your demo',
    content:
      'Five bands play live on air at the end of the month. Send one song and a line about who you are.',
    author: 'mikael.reyes@campus.example',
    status: 'PUBLISHED',
    hoursOld: days(4),
  },
  {
    title: 'Quiet hours during examinations',
    content:
      'From Monday the evening shows play instrumental music only, until examinations are over. Good luck to all!',
    author: 'teresa.villanueva@campus.example',
    status: 'PUBLISHED',
    hoursOld: days(9),
  },
  {
    title: 'Simbang Gabi on the air',
    content: 'We carry the dawn masses of the campus chapel live, nine mornings in a row.',
    author: 'jana.ramos@campus.example',
    status: 'SCHEDULED',
    hoursOld: 30,
    inHours: days(3),
    untilHours: days(14),
  },
  {
    title: 'The studio is closed on Saturday',
    content: 'Electricians work on the second floor. Shows of that day come from our archive.',
    author: 'paolo.torres@campus.example',
    status: 'SCHEDULED',
    hoursOld: 5,
    inHours: HOURS_PER_DAY,
  },
  {
    title: 'A night of kundiman',
    content:
      'Two hours of old love songs, and the stories your grandparents tell about them. Write us yours.',
    author: 'bea.salonga@campus.example',
    status: 'DRAFT',
    hoursOld: 3,
  },
  {
    title: 'Request hour moves to Wednesdays',
    content: 'From next week on you choose the songs on Wednesday afternoons, with Kiko.',
    author: 'kiko.delacruz@campus.example',
    status: 'DRAFT',
    hoursOld: 8,
  },
  {
    title: 'Free tickets!!!',
    content: 'Tickets for the concert, first come first served.',
    author: 'mikael.reyes@campus.example',
    status: 'REJECTED',
    reason: 'Please say which concert, how many tickets there are, and where to get them.',
    hoursOld: 26,
  },
  {
    title: 'Welcome back',
    content: 'A new term, a new schedule: see what is on this week.',
    author: 'liza.mangahas@campus.example',
    status: 'ARCHIVED',
    hoursOld: days(32),
  },
]

/** E-mail of the account that approves and rejects in the demonstration. */
export const DEMO_REVIEWER = 'paolo.torres@campus.example'
