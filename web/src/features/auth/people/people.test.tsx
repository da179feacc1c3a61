import type { User } from '@carillon/contract/auth'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { politeAnnouncement } from '../../../lib/announce.ts'
import '../../../testing/native-elements.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { type Answer, failure, type Heard, openStation, type Station } from '../../../testing/station.ts'
import { aUser } from '../../../testing/user.ts'
import { dismissToast, toasts } from '../../../ui/toast.ts'
import { People } from './people.tsx'
import { PersonPanel } from './person-panel.tsx'
import type { Actor } from './rights.ts'
import { rightToTurnTotpOff } from './rights.ts'
import { answerFor, listeners, setWide } from './testing.ts'

const ADMIN = aUser({ id: 1, name: 'Teresa Villanueva', email: 'teresa@campus.example', role: 'ADMIN' })
const MODERATOR = aUser({ id: 2, name: 'Paolo Torres', email: 'paolo@campus.example', role: 'MODERATOR' })
const ANA = aUser({ id: 7 })
const DJ = aUser({
  id: 8,
  name: 'Mikael Reyes',
  firstname: 'Mikael',
  email: 'mikael@campus.example',
  role: 'DJ',
})
const FEW = [ANA, DJ, MODERATOR, ADMIN]

let station: Station | undefined
afterEach(async () => {
  cleanup()
  for (const { id } of toasts.get()) dismissToast(id)
  vi.unstubAllGlobals()
  await station?.close()
})

type Opened = {
  people?: User[]
  self?: Actor
  at?: string
  isWide?: boolean
  areKeysOn?: boolean
  answer?: (request: Heard) => Answer | undefined
}

async function open(given: Opened = {}) {
  const { people = [...FEW], self = ADMIN, at = '/admin', isWide = true, areKeysOn = true, answer } = given
  setWide(isWide)
  const usual = answerFor(people)
  station = await openStation((request) => answer?.(request) ?? usual(request), {
    apiTimeoutMs: 5_000,
    maxRetries: 0,
    retryDelayMs: 1,
  })
  const view = (
    <>
      <h1>Admin Dashboard</h1>
      <People self={self} call={station.call} areKeysOn={() => areKeysOn} Panel={PersonPanel} />
      <Search />
    </>
  )
  renderPage(view, { call: station.call, at })
  return userEvent.setup()
}

function Search() {
  return <p data-testid="search">{useLocation().search}</p>
}

const address = () => screen.getByTestId('search').textContent
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const names = () =>
  rows().map((row) => within(row).getByRole('rowheader').querySelector('[title]')?.textContent)
const hidden = { hidden: true }
const item = (name: string | RegExp) => screen.getByRole('menuitem', { name, ...hidden })
const asked = (part: string) => station?.heard.filter(({ url }) => url.pathname.includes(part)) ?? []
const lastList = () => asked('/paged').at(-1)?.url.searchParams
const toastTexts = () => toasts.get().map(({ text }) => text)

async function openMenu(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
}

describe('the list', () => {
  test('[SH61] a table with a caption, 15 a page, and how many there are', async () => {
    const user = await open({ people: listeners(32) })
    expect(await screen.findByRole('table', { name: 'People, 1–15 of 32, newest first' })).toBeTruthy()
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent)
    expect(heads).toEqual(['Name', 'Email', 'Role', 'Joined', 'Status', 'Actions'])
    expect(rows()).toHaveLength(15)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('16–30 of 32')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('31–32 of 32')
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    expect(address()).toBe('?page=3')
  })

  test('[SH61] on narrow screens it is a list, with the filters in a sheet', async () => {
    const user = await open({ isWide: false })
    const list = await screen.findByRole('list', { name: 'People, 1–4 of 4' })
    const [first] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toContain('Ana Cruz')
    expect(first?.textContent).toContain('ana@campus.example')
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(screen.getByRole('radio', { name: 'DJs' }))
    await user.click(await screen.findByRole('button', { name: 'Show 1 person' }))
    expect(screen.getByRole('button', { name: 'Filters (1)' })).toBeTruthy()
  })

  test('[SH61] while nothing is known, rows in their height wait', async () => {
    await open()
    expect(screen.getByRole('status', { name: 'Loading people' })).toBeTruthy()
    await screen.findByRole('table')
  })
})

describe('finding people', () => {
  test('[SH62] words, role and status go into the address and the question, from the first page on', async () => {
    const user = await open({ people: [...listeners(31), ...FEW], at: '/admin?page=2' })
    await screen.findByText('16–30 of 35')
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'mika')
    await screen.findByText('1 of 1')
    expect(address()).toBe('?q=mika')
    await user.click(screen.getByRole('radio', { name: 'DJs' }))
    await user.click(screen.getByRole('radio', { name: 'Active' }))
    await waitFor(() => expect(lastList()?.get('status')).toBe('ACTIVE'))
    expect(address()).toBe('?q=mika&role=dj&status=active')
    expect(Object.fromEntries(lastList() ?? [])).toMatchObject({ q: 'mika', role: 'DJ', page: '0' })
  })

  test('[SH62] an address opens with its filters', async () => {
    await open({ at: '/admin?q=reyes&role=dj' })
    await screen.findByText('1 of 1')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('reyes')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'DJs' }).checked).toBe(true)
  })

  test('[SH63] the slash leads to the search, and what was found is said', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.keyboard('/')
    const search = screen.getByRole<HTMLInputElement>('searchbox')
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('')
    await user.keyboard('a/b')
    expect(search.value).toBe('a/b')
    await waitFor(() => expect(politeAnnouncement.get().text).toBe('No one matches “a/b”'))
    await user.clear(search)
    await waitFor(() => expect(politeAnnouncement.get().text).toBe('1–4 of 4 people'))
  })

  test('[SH63] it does nothing in a dialog, or for whom single keys are off', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Close' }), { key: '/' })
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox', hidden))
    cleanup()
    await station?.close()
    await open({ areKeysOn: false })
    await screen.findByRole('table')
    fireEvent.keyDown(document.body, { key: '/' })
    expect(document.activeElement).toBe(document.body)
  })

  test('[SH70] nobody found: the words, and Clear brings everybody back', async () => {
    const user = await open({ at: '/admin?q=xylophone&status=active' })
    await screen.findByText('No one matches “xylophone” with these filters')
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await screen.findByText('1–4 of 4')
    expect(address()).toBe('')
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' }))
  })
})

describe('the order', () => {
  test('[SH64] heads sort where everybody found is in view, and the address keeps it', async () => {
    const user = await open()
    await screen.findByRole('table')
    const head = () => screen.getByRole('columnheader', { name: 'Name' })
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('ascending'))
    expect(names()[0]).toBe('Ana Cruz')
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(head().getAttribute('aria-sort')).toBe('descending'))
    expect(names()[0]).toMatch(/^Teresa Villanueva/)
    expect(address()).toBe('?sort=-name')
  })

  test('[SH64] a part of the list is not sorted, whatever the address says', async () => {
    await open({ people: listeners(16), at: '/admin?sort=name' })
    await screen.findByRole('table')
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort')).toBe('descending')
    expect(names()[0]).toBe('Listener 16')
  })
})

describe('what one may not do', () => {
  test('[SH65] nothing to oneself, and the menu says why', async () => {
    const user = await open()
    await openMenu(user, 'Teresa Villanueva')
    expect(item(/^Change role/).getAttribute('aria-disabled')).toBe('true')
    expect(item(/^Change role/).textContent).toContain('one administrator always remains')
    await user.click(item(/^Ban/))
    expect(item(/^Ban/).textContent).toContain('You cannot ban yourself.')
    expect(screen.queryByRole('dialog', { name: /^Ban/ })).toBeNull()
  })

  test('[SH65] moderators make listeners DJs and back, ban listeners, and create nobody', async () => {
    const user = await open({ self: MODERATOR })
    await openMenu(user, 'Ana Cruz')
    const words = screen.getAllByRole('menuitem', hidden).map(({ textContent }) => textContent)
    expect(words).toEqual(['Make DJ', 'Ban…'])
    await openMenu(user, 'Mikael Reyes')
    expect(screen.getByText('Moderators ban listeners only.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Create account' })).toBeNull()
  })
})

describe('changing a role', () => {
  test('[SH66] the question names before, after and what it means; then the row says it', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make DJ'))
    const question = screen.getByRole('alertdialog', { name: 'Change the role of Ana Cruz?' })
    expect(question.textContent).toContain('ListenerbecomesDJ')
    expect(question.textContent).toContain('Ana gets the DJ dashboard')
    expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }))
    expect(asked('/role')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Make DJ' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('DJ'))
    expect(
      asked('/role').map(({ method, url }) => [method, url.pathname, url.searchParams.get('newRole')]),
    ).toEqual([['PUT', '/api/auth/7/role', 'DJ']])
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(toastTexts()).toEqual(['Ana Cruz is now a DJ'])
  })

  test('[SH66] moderators have a call of their own', async () => {
    const user = await open({ self: MODERATOR })
    await openMenu(user, 'Mikael Reyes')
    await user.click(item('Make Listener'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make Listener' }))
    await waitFor(() => expect(toastTexts()).toEqual(['Mikael Reyes is now a listener']))
    expect(asked('/role')[0]?.url.pathname).toBe('/api/auth/8/role/by-actor')
  })

  test('[SH66] a refusal stays in the question with the words of the station', async () => {
    const refusal = failure(409, 'LAST_ADMIN', 'The station needs at least one administrator.')
    const user = await open({ answer: ({ url }) => (url.pathname.endsWith('/role') ? refusal : undefined) })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make Admin'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make Admin' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The station needs at least one administrator.',
    )
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    expect(toastTexts()).toEqual([])
  })

  test('[SH72] a row that leaves the view gives the focus to the heading', async () => {
    const user = await open({ at: '/admin?role=listener' })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Make DJ'))
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make DJ' }))
    await screen.findByText('No one matches these filters')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'People' })))
  })
})

describe('a dialog that is closed', () => {
  test('[SH73] gives the focus back to what opened it', async () => {
    const user = await open()
    const opener = await screen.findByRole('button', { name: 'Create account' })
    await user.click(opener)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
})

describe('banning', () => {
  test('[SH67] a length and a reason go to the station, the end stands in the row', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = screen.getByRole('dialog', { name: 'Ban Ana Cruz' })
    await user.click(within(dialog).getByRole('radio', { name: 'For good' }))
    expect(dialog.textContent).toContain('cannot sign in for good')
    await user.click(within(dialog).getByRole('radio', { name: '1 week' }))
    await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), ' Spam ')
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Banneduntil Nov 27, 2026'))
    expect(asked('/ban')[0]?.body).toEqual({ unit: 'WEEKS', amount: 1, reason: 'Spam' })
    expect(toastTexts()).toEqual(['Ana Cruz is banned until Nov 27, 2026, 3:32 PM'])
  })

  test('[SH67] what is no length is said and not sent', async () => {
    const user = await open()
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Ban…'))
    const dialog = screen.getByRole('dialog', { name: 'Ban Ana Cruz' })
    await user.click(within(dialog).getByRole('radio', { name: 'Other' }))
    const amount = within(dialog).getByRole('textbox', { name: 'How many' })
    await user.clear(amount)
    await user.type(amount, '0{Enter}')
    expect(amount.getAttribute('aria-invalid')).toBe('true')
    expect(within(dialog).getByText('Enter a whole number from 1 to 1000')).toBeTruthy()
    expect(asked('/ban')).toHaveLength(0)
    await user.clear(amount)
    await user.type(amount, '3')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Of what' }), 'Days')
    await user.click(within(dialog).getByRole('button', { name: 'Ban Ana' }))
    await waitFor(() => expect(asked('/ban')[0]?.body).toMatchObject({ unit: 'DAYS', amount: 3 }))
  })

  test('[SH67] lifting a ban says what it was for, and asks first', async () => {
    const banned = { ...ANA, banned: true, banReason: 'Spam' }
    const user = await open({ people: [banned, ADMIN] })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Lift the ban…'))
    const question = screen.getByRole('alertdialog', { name: 'Lift the ban of Ana Cruz?' })
    expect(question.textContent).toContain('Banned for good: “Spam”')
    await user.click(within(question).getByRole('button', { name: 'Lift the ban' }))
    await waitFor(() => expect(rows()[0]?.textContent).toContain('Active'))
    expect(asked('/unban').map(({ url }) => url.pathname)).toEqual(['/api/auth/7/unban'])
  })
})

describe('who lost the phone', () => {
  const GUARDED = { ...ANA, role: 'DJ' as const, totp: true }

  test('[TF24] two-step sign-in is turned off after a question that says what follows', async () => {
    const user = await open({ people: [GUARDED, ADMIN] })
    await openMenu(user, 'Ana Cruz')
    await user.click(item('Turn off two-step sign-in…'))
    const question = await screen.findByRole('alertdialog', {
      name: 'Turn off two-step sign-in of Ana Cruz?',
    })
    expect(question.textContent).toContain('Be sure that it is Ana who asks.')
    expect(question.textContent).toContain('Ana gets a mail that names you.')
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect(asked('/totp/off')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Turn off' }))
    await waitFor(() =>
      expect(asked('/totp/off').map(({ url }) => url.pathname)).toEqual(['/api/auth/7/totp/off']),
    )
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await openMenu(user, 'Ana Cruz')
    expect(screen.queryByRole('menuitem', { name: /two-step/ })).toBeNull()
  })

  test('[TF24] who may not do it reads why', () => {
    const [admin, moderator] = [
      { id: 1, role: 'ADMIN' as const },
      { id: 2, role: 'MODERATOR' as const },
    ]
    expect(rightToTurnTotpOff(admin, GUARDED)).toEqual({ allowed: true, given: true })
    expect(rightToTurnTotpOff(admin, admin)).toMatchObject({
      reason: 'Your own is turned off in your settings.',
    })
    expect(rightToTurnTotpOff(moderator, GUARDED)).toMatchObject({
      reason: 'Only administrators turn this off.',
    })
  })

  test('[TF24] the panel of an account says whether it has one', async () => {
    await open({ people: [GUARDED, ADMIN], at: '/admin?person=7' })
    const panel = within(await screen.findByRole('dialog', { name: 'Ana Cruz' }))
    expect(panel.getByText('Two-step sign-in', { selector: 'dt' }).nextElementSibling?.textContent).toBe('On')
    expect(panel.getByRole('button', { name: 'Turn off…' })).toBeTruthy()
  })
})

describe('creating an account', () => {
  test('[SH68] errors stand by their field; the account is there, and its password is shown once', async () => {
    const user = await open()
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create account' })
    const field = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(name)
    await user.click(within(dialog).getByRole('button', { name: 'Create account' }))
    expect(within(dialog).getByText('Please enter an email')).toBeTruthy()
    expect(document.activeElement).toBe(field('First name'))
    await user.type(field('First name'), 'Bea')
    await user.type(field('Last name'), 'Salonga')
    await user.type(field('Email'), 'bea@campus.example')
    await user.selectOptions(field('Role'), 'DJ')
    const password = field('Password').value
    expect(password).toMatch(/^[a-z1-9]{4}(-[a-z1-9]{4}){2}$/)
    await user.click(within(dialog).getByRole('button', { name: 'Create account' }))
    const made = await screen.findByRole('dialog', { name: 'Account created' })
    expect(made.textContent).toContain(password)
    expect(asked('/users')[0]?.body).toEqual({
      firstname: 'Bea',
      lastname: 'Salonga',
      email: 'bea@campus.example',
      role: 'DJ',
      password,
    })
    await user.click(within(made).getByRole('button', { name: 'Done' }))
    await screen.findByText('1–5 of 5')
    expect(document.body.textContent).not.toContain(password)
  })

  test('[SH68] a taken e-mail is said by its field, anything else above the buttons', async () => {
    const taken = failure(409, 'EMAIL_TAKEN', 'An account with this email already exists.')
    const answers = [taken, failure(500, 'INTERNAL', 'Something went wrong')]
    const user = await open({
      answer: ({ url }) => (url.pathname.endsWith('/users') ? answers.shift() : undefined),
    })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create account' })
    const submit = within(dialog).getByRole('button', { name: 'Create account' })
    for (const [name, text] of [
      ['First name', 'Ana'],
      ['Last name', 'Cruz'],
      ['Email', 'ana@campus.example'],
    ] as const) {
      await user.type(within(dialog).getByLabelText(name), text)
    }
    await user.click(submit)
    await within(dialog).findByText('An account with this email already exists.')
    expect(within(dialog).getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
    await user.click(submit)
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Something went wrong')
  })
})

describe('the CSV', () => {
  test('[SH69] exactly the rows in view, in their order', async () => {
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:of-the-test'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const user = await open({ at: '/admin?sort=-name' })
    await screen.findByRole('table')
    await user.click(screen.getByRole('button', { name: 'Download these rows as CSV' }))
    expect(clicked).toHaveBeenCalledOnce()
    const lines = (await blobs[0]?.text())?.split('\r\n') ?? []
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      'Teresa Villanueva',
      'Paolo Torres',
      'Mikael Reyes',
      'Ana Cruz',
      '',
    ])
    expect(politeAnnouncement.get().text).toBe('Download started')
    vi.restoreAllMocks()
  })
})

describe('when the station fails', () => {
  const away = failure(400, 'INVALID_INPUT', 'No.')

  test('[SH71] the people in view stay, and Retry asks again', async () => {
    let isAway = false
    const user = await open({
      people: listeners(20),
      answer: ({ url }) => (isAway && url.pathname.endsWith('/paged') ? away : undefined),
    })
    await screen.findByText('1–15 of 20')
    isAway = true
    await user.click(screen.getByRole('button', { name: 'Next' }))
    const problem = await screen.findByText("Couldn't refresh. Below is what was here before.")
    expect(rows()).toHaveLength(15)
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('16–20 of 20')
    expect(problem.isConnected).toBe(false)
  })

  test('[SH71] with nobody in view it says so', async () => {
    await open({ answer: ({ url }) => (url.pathname.endsWith('/paged') ? away : undefined) })
    await screen.findByText("Couldn't load the people of the station")
    expect(screen.queryByRole('status', { name: 'Loading people' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  test('[SH71] a page that is no longer there leads to the last', async () => {
    await open({ people: listeners(20), at: '/admin?page=9' })
    await screen.findByText('16–20 of 20')
    expect(address()).toBe('?page=2')
  })
})

describe('one person', () => {
  const panel = (name: string) => within(screen.getByRole('dialog', { name }))
  const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

  test('[WC10] a press on somebody opens what is known of them, at an address of its own', async () => {
    const user = await open({ at: '/admin?role=dj' })
    const opener = await row('Mikael Reyes')
    await user.click(opener)
    const facts = panel('Mikael Reyes')
    expect(facts.getByText('mikael@campus.example')).toBeTruthy()
    expect(facts.getByText('Jan 01, 2026')).toBeTruthy()
    expect(address()).toBe('?role=dj&person=8')
    await user.click(facts.getByRole('button', { name: 'Close' }))
    expect(address()).toBe('?role=dj')
    expect(document.activeElement).toBe(opener)
  })

  test('[WC10] an address opens somebody who is not in view; what may not be done says why', async () => {
    await open({ at: '/admin?q=mikael&person=1' })
    const facts = within(await screen.findByRole('dialog', { name: 'Teresa Villanueva' }))
    expect(facts.getByText('You cannot ban yourself.')).toBeTruthy()
    expect(facts.getByText(/^Nobody changes their own role/)).toBeTruthy()
  })

  test('[WC10] a role changes from there after its question, and the panel shows it', async () => {
    const user = await open({ at: '/admin?person=7' })
    await user.click(await screen.findByRole('button', { name: 'Make DJ' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Change the role of Ana Cruz?' }))
    await user.click(question.getByRole('button', { name: 'Make DJ' }))
    const facts = panel('Ana Cruz')
    await facts.findByRole('button', { name: 'Make Listener' })
    expect(asked('/api/auth/7/role')).toHaveLength(1)
    expect(document.activeElement?.closest('dialog')).toBe(screen.getByRole('dialog', { name: 'Ana Cruz' }))
  })

  test('[WC10] an account that could not be had says so, with Retry', async () => {
    let isAway = true
    const answer = ({ url }: Heard) =>
      isAway && url.pathname === '/api/auth/99' ? failure(404, 'NOT_FOUND', 'Gone.') : undefined
    const user = await open({
      at: '/admin?person=99',
      answer,
      people: [...FEW, aUser({ id: 99, name: 'Lea Ramos' })],
    })
    await screen.findByText("Couldn't load this account")
    isAway = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText("Couldn't load this account")).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Lea Ramos' })).toBeTruthy()
  })
})
