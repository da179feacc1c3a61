import { describe, expect, test } from 'vitest'
import { type MenuOwner, menuFor } from './menu.ts'

const shape = (owner: MenuOwner) =>
  menuFor(owner).map((group) => [group.title, ...group.items.map((item) => `${item.label} ${item.to}`)])

const of = (role?: string, passedRole?: string) => shape({ signedIn: true, role, passedRole })

const PERSONAL = ['PERSONAL', 'Inbox /notifications']
const LISTENER = [
  ['MAIN', 'Listen /dashboard', 'Schedule /schedule', 'Announcements /announcements'],
  PERSONAL,
]

describe('the side menu', () => {
  test('[SH1] a visitor hears, reads and signs in', () => {
    expect(shape({ signedIn: false })).toEqual([
      ['MAIN', 'Listen /', 'Announcements /announcements'],
      ['AUTH', 'Login /login', 'Register /register'],
    ])
  })

  test('[SH1] a listener has three pages and the inbox', () => {
    expect(of('LISTENER')).toEqual(LISTENER)
  })

  test('[SH1] a DJ begins at the desk', () => {
    expect(of('DJ')).toEqual([
      [
        'MAIN',
        'DJ Dashboard /dj-dashboard',
        'Broadcast History /broadcast-history',
        'Analytics /analytics',
        'Schedule /schedule',
        'Library /library',
        'Announcements /announcements',
      ],
      PERSONAL,
    ])
  })

  test('[SH1] an administrator begins at the administration', () => {
    expect(of('ADMIN')).toEqual([
      [
        'MAIN',
        'Admin Dashboard /admin',
        'Broadcast History /broadcast-history',
        'Analytics /analytics',
        'Schedule /schedule',
        'Library /library',
        'Announcements /announcements',
      ],
      PERSONAL,
    ])
  })

  test('[SH1] a moderator may also listen from the menu', () => {
    expect(of('MODERATOR')).toEqual([
      [
        'MAIN',
        'Mod Dashboard /moderator',
        'Broadcast History /broadcast-history',
        'Analytics /analytics',
        'Schedule /schedule',
        'Library /library',
        'Listen /dashboard',
        'Announcements /announcements',
      ],
      PERSONAL,
    ])
  })

  test('[SH2] the own role counts before a passed one, in any case of letters', () => {
    expect(of('dj', 'ADMIN')).toEqual(of('DJ'))
    expect(of(undefined, 'Moderator')).toEqual(of('MODERATOR'))
  })

  test('[SH2] no role and unknown roles get the menu of a listener', () => {
    expect(of()).toEqual(LISTENER)
    for (const role of ['OWNER', '', 'constructor', '__proto__']) expect(of(role)).toEqual(LISTENER)
  })
})
