import type { Announcement } from '@carillon/contract/announcements/schemas'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { Upload } from '../../../api/upload.ts'
import { anAnnouncement, MIA, MIKAEL, openAnnouncements } from '../../../features/announcements/testing.tsx'
import { Route, Routes } from '../../../lib/router/routes.tsx'
import '../../../testing/native-elements.ts'
import { failure, ok, type Station } from '../../../testing/station.ts'
import { toasts } from '../../../ui/toast.ts'
import { AnnouncementFormPage } from './announcement-form-page.tsx'

let station: Station | undefined
beforeEach(() => localStorage.clear())
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  toasts.set([])
  await station?.close()
})

const IMAGE_URL = '/uploads/abcdefabcdefabcd.png'
const accepted: Upload = async () => ({ imageUrl: IMAGE_URL })

type Options = Parameters<typeof openAnnouncements>[2] & { upload?: Upload }

async function open(at: string, announcements: Announcement[], options: Options) {
  const { upload = accepted, ...rest } = options
  const page = <AnnouncementFormPage upload={upload} />
  const routes = (
    <Routes>
      <Route path="/announcements/create" element={page} />
      <Route path="/announcements/edit/:id" element={page} />
      <Route path="*" element={null} />
    </Routes>
  )
  const opened = await openAnnouncements(announcements, routes, { at, ...rest })
  station = opened.station
  return { ...opened, user: userEvent.setup({ delay: null }) }
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.getByRole('button', { name })
const address = () => screen.getByTestId('address').textContent
const BODY = { title: 'Open house', content: 'Come by', imageUrl: null, imageAlt: null }
const WORDS = { title: 'Open house', content: 'Come by' }

async function write(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await field('Title'), WORDS.title)
  await user.type(await field('Text'), WORDS.content)
}

describe('writing', () => {
  test('[AV9] what a DJ writes is sent for review', async () => {
    const { user, sent } = await open('/announcements/create', [], { viewer: MIKAEL })
    await write(user)
    expect(screen.getByText('10 of 500 characters')).toBeTruthy()
    await user.click(button('Send for review'))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(sent()).toEqual([['POST ', BODY]])
    expect(screen.queryByRole('button', { name: 'Publish now…' })).toBeNull()
  })

  test('[AV9] staff publish from the form after one question', async () => {
    const { user, sent } = await open('/announcements/create', [], { viewer: MIA })
    await write(user)
    await user.click(button('Publish now…'))
    const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
    await user.click(dialog.getByRole('button', { name: 'Publish', hidden: true }))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(sent().map(([call]) => call)).toEqual(['POST ', 'POST /90/publish'])
  })

  test('[AV9] a publication that fails after the words were saved never makes a second one', async () => {
    let isAway = true
    const { user, sent } = await open('/announcements/create', [], {
      viewer: MIA,
      answer: ({ url }) =>
        isAway && url.pathname.endsWith('/publish') ? failure(503, 'DATABASE_AWAY', 'Away.') : undefined,
    })
    const publish = async () => {
      await user.click(button('Publish now…'))
      const dialog = within(screen.getByRole('alertdialog', { hidden: true }))
      await user.click(dialog.getByRole('button', { name: 'Publish', hidden: true }))
    }
    await write(user)
    await publish()
    await screen.findByText('Away.')
    isAway = false
    await publish()
    await waitFor(() => expect(address()).toBe('/announcements'))
    const calls = sent().map(([call]) => call)
    expect(calls).toEqual(['POST ', 'POST /90/publish', 'PUT /90', 'POST /90/publish'])
  })

  test('[AV9] a draft whose answer was lost is not written twice, and has the words of the second try', async () => {
    let isLost = true
    const first = anAnnouncement({ id: 90, status: 'DRAFT', ...WORDS })
    const { user, sent, keys } = await open('/announcements/create', [], {
      viewer: MIKAEL,
      answer: ({ method, url }) => {
        if (method === 'PUT') return ok({ ...first, title: 'Open house!' })
        if (method === 'GET' || url.pathname !== '/api/announcements') return undefined
        return isLost ? null : ok(first, 201)
      },
    })
    await write(user)
    await user.click(button('Send for review'))
    await screen.findByText(/Your text stays here/)
    isLost = false
    await user.type(await field('Title'), '!')
    await user.click(button('Send for review'))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(sent().map(([call]) => call)).toEqual(['POST ', 'POST ', 'PUT /90'])
    expect(keys()[0]).toBe(keys()[1])
  })

  test('[AV9] staff schedule from the form, in Manila times', async () => {
    const { user, sent } = await open('/announcements/create', [], { viewer: MIA })
    await write(user)
    await user.click(button('Schedule…'))
    const dialog = within(screen.getByRole('dialog', { hidden: true }))
    await user.type(dialog.getByLabelText('Publish at'), '2099-11-21T08:00')
    await user.click(dialog.getByRole('button', { name: 'Schedule', hidden: true }))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(sent()[1]).toEqual(['POST /90/schedule', { scheduledFor: '2099-11-21T08:00', expiresAt: null }])
  })

  test('[AV9] what is missing is said on top with links to the fields, and nothing is sent', async () => {
    const { user, sent } = await open('/announcements/create', [], { viewer: MIKAEL })
    await field('Title')
    await user.click(button('Send for review'))
    const link = screen.getByRole('link', { name: 'Title: Please enter a title' })
    expect(screen.getByRole('link', { name: 'Text: Please enter a text' })).toBeTruthy()
    await user.click(link)
    expect(document.activeElement).toBe(await field('Title'))
    expect(sent()).toEqual([])
  })

  test('[AV9] the preview shows the words as everybody will see them', async () => {
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    await user.type(await field('Text'), '**Tea**')
    await user.click(screen.getByRole('tab', { name: 'Preview' }))
    expect(screen.getByRole('article', { name: 'Untitled' }).querySelector('strong')?.textContent).toBe('Tea')
  })

  test('[AV8] a tool and its key mark what is selected', async () => {
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    const area = (await field('Text')) as unknown as HTMLTextAreaElement
    await user.type(area, 'Tea')
    area.setSelectionRange(0, 3)
    await user.click(button('Bold (Ctrl+B)'))
    expect(area.value).toBe('**Tea**')
    await user.keyboard('{Control>}b{/Control}')
    expect(area.value).toBe('Tea')
  })
})

describe('on this device', () => {
  test('[AV10] what is written survives a reload and is forgotten once it is sent', async () => {
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    await write(user)
    expect(screen.getByText(/Saved on this device/)).toBeTruthy()
    cleanup()
    await station?.close()
    const again = await open('/announcements/create', [], { viewer: MIKAEL })
    expect((await field('Title')).value).toBe('Open house')
    await again.user.click(button('Send for review'))
    await waitFor(() => expect(localStorage.getItem('carillon.announcement-drafts')).toBe('[]'))
  })

  test('[AV10] another account does not find it', async () => {
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    await write(user)
    cleanup()
    await station?.close()
    await open('/announcements/create', [], { viewer: MIA })
    expect((await field('Title')).value).toBe('')
  })

  test('[AV10] where the station’s words changed meanwhile, one chooses', async () => {
    const own = { status: 'DRAFT', createdBy: MIKAEL } as const
    const { user } = await open('/announcements/edit/1', [anAnnouncement(own)], { viewer: MIKAEL })
    await user.type(await field('Title'), '!')
    cleanup()
    await station?.close()
    const newer = anAnnouncement({ ...own, title: 'Newer', updatedAt: '2026-11-21T00:00:00.000Z' })
    const again = await open('/announcements/edit/1', [newer], { viewer: MIKAEL })
    expect((await field('Title')).value).toBe('Open house!')
    await again.user.click(button('Use the other version'))
    expect((await field('Title')).value).toBe('Newer')
    expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull()
  })

  test('[AV10] words that somebody else changed meanwhile are not written over unasked', async () => {
    const own = { status: 'DRAFT', createdBy: MIKAEL } as const
    const all = [anAnnouncement(own)]
    const { user, sent } = await open('/announcements/edit/1', all, { viewer: MIKAEL })
    await user.type(await field('Title'), '!')
    all[0] = anAnnouncement({ ...own, title: 'Newer', updatedAt: '2026-11-21T00:00:00.000Z' })
    await user.click(button('Save changes'))
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))
    expect(sent()).toEqual([])
    await user.click(button('Save changes'))
    await waitFor(() => expect(sent()).toMatchObject([['PUT /1', { title: 'Open house!' }]]))
  })

  test('[AV10] what is discarded can be taken back', async () => {
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    await write(user)
    await user.click(button('Discard'))
    expect((await field('Title')).value).toBe('')
    act(() => toasts.get()[0]?.action?.onClick())
    expect((await field('Title')).value).toBe('Open house')
    expect(screen.getByText(/Saved on this device/)).toBeTruthy()
  })

  test('[AV10] where this browser keeps nothing it says so, and leaving asks first', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('full')
    })
    const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL })
    await field('Title')
    expect(isAsked()).toBe(false)
    await write(user)
    expect(screen.getByText('This browser can’t keep drafts: save before you leave.')).toBeTruthy()
    expect(isAsked()).toBe(true)
    await user.click(button('Send for review'))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(isAsked()).toBe(false)
  })
})

describe('the image', () => {
  const file = new File(['x'], 'door.png', { type: 'image/png' })

  test('[AV11] an image is sent at once and needs its description', async () => {
    const { user, sent } = await open('/announcements/create', [], { viewer: MIKAEL })
    await write(user)
    await user.upload(screen.getByLabelText(/^Image/), file)
    const words = await field('Description of the image')
    await user.click(button('Send for review'))
    expect(screen.getByRole('link', { name: /Please describe the image/ })).toBeTruthy()
    await user.type(words, 'The studio door')
    await user.click(button('Send for review'))
    await waitFor(() =>
      expect(sent()).toEqual([['POST ', { ...BODY, imageUrl: IMAGE_URL, imageAlt: 'The studio door' }]]),
    )
  })

  test('[AV10] what is typed while an image is on its way stays, on this device too', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL, upload: () => promise })
    await user.type(await field('Title'), WORDS.title)
    await user.upload(screen.getByLabelText(/^Image/), file)
    await user.type(await field('Text'), WORDS.content)
    await act(async () => resolve({ imageUrl: IMAGE_URL }))
    expect(await field('Description of the image')).toBeTruthy()
    expect((await field('Text')).value).toBe(WORDS.content)
    const [draft] = JSON.parse(localStorage.getItem('carillon.announcement-drafts') ?? '')
    expect(draft.words).toMatchObject({ ...WORDS, imageUrl: IMAGE_URL })
  })

  test('[AV10] an image whose form was left is not in the draft', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    let signal: AbortSignal | undefined
    const upload: Upload = (_path, _file, given) => {
      signal = given
      return promise
    }
    const { user } = await open('/announcements/create', [], { viewer: MIKAEL, upload })
    await write(user)
    await user.upload(screen.getByLabelText(/^Image/), file)
    cleanup()
    expect(signal?.aborted).toBe(true)
    await act(async () => resolve({ imageUrl: IMAGE_URL }))
    const [draft] = JSON.parse(localStorage.getItem('carillon.announcement-drafts') ?? '')
    expect(draft.words).toMatchObject({ ...WORDS, imageUrl: null })
  })

  test('[AV14] nothing is sent while an image is on its way, and the form says why', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const { user, sent } = await open('/announcements/create', [], { viewer: MIKAEL, upload: () => promise })
    await write(user)
    await user.upload(screen.getByLabelText(/^Image/), file)
    const send = screen.getByRole('button', {
      name: 'Send for review',
      description: 'The image is still uploading.',
    })
    expect(send.getAttribute('aria-disabled')).toBe('true')
    await user.click(send)
    expect(sent()).toEqual([])
    await act(async () => resolve({ imageUrl: IMAGE_URL }))
    await user.type(await field('Description of the image'), 'The studio door')
    expect(screen.queryByText('The image is still uploading.')).toBeNull()
    await user.click(send)
    await waitFor(() =>
      expect(sent()).toEqual([['POST ', { ...BODY, imageUrl: IMAGE_URL, imageAlt: 'The studio door' }]]),
    )
  })

  test('[AV11] what is no image, or too large, is refused with words', async () => {
    const refused: Upload = async () => {
      throw new ApiError({ status: 400, code: 'INVALID_INPUT', fields: { image: 'This image is damaged' } })
    }
    await open('/announcements/create', [], { viewer: MIKAEL, upload: refused })
    const user = userEvent.setup({ applyAccept: false, delay: null })
    await field('Title')
    const input = screen.getByLabelText(/^Image/)
    await user.upload(input, new File(['x'], 'a.svg', { type: 'image/svg+xml' }))
    expect(screen.getByText('Choose a JPEG, PNG or WebP image')).toBeTruthy()
    await user.upload(input, new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }))
    expect(screen.getByText('At most 2 MB')).toBeTruthy()
    await user.upload(input, file)
    await screen.findByText('This image is damaged')
  })
})

describe('editing', () => {
  test('[AV12] a rejected one says why, and is mended and resubmitted in one step', async () => {
    const own = { status: 'REJECTED', createdBy: MIKAEL, rejectionReason: 'Say when.' } as const
    const { user, sent } = await open('/announcements/edit/1', [anAnnouncement(own)], { viewer: MIKAEL })
    await user.type(await field('Text'), ' Friday.')
    expect(screen.getByText('Why it was rejected').parentElement?.textContent).toContain('Say when.')
    await user.click(button('Save and resubmit'))
    await waitFor(() => expect(address()).toBe('/announcements'))
    expect(sent().map(([call]) => call)).toEqual(['PUT /1', 'POST /1/resubmit'])
  })

  test('[AV12] what is published is no longer its author’s, and what is not there says so', async () => {
    const published = [anAnnouncement({ createdBy: MIKAEL })]
    await open('/announcements/edit/1', published, { viewer: MIKAEL })
    await screen.findByText('This announcement is with the moderators')
    cleanup()
    await station?.close()
    const gone = () => failure(404, 'NOT_FOUND', 'Not found.')
    const answer: Options['answer'] = ({ url }) => (url.pathname.endsWith('/2') ? gone() : undefined)
    await open('/announcements/edit/2', [], { viewer: MIKAEL, answer })
    await screen.findByText('This announcement does not exist')
  })

  test('[AV12] what could not be had for now is asked for again, not called missing', async () => {
    let isBusy = true
    const answer: Options['answer'] = ({ url }) =>
      isBusy && url.pathname.endsWith('/1') ? failure(429, 'TOO_MANY_REQUESTS', 'Later.') : undefined
    const own = [anAnnouncement({ status: 'DRAFT', createdBy: MIKAEL })]
    const { user } = await open('/announcements/edit/1', own, { viewer: MIKAEL, answer })
    await screen.findByText('Couldn’t load the announcement')
    isBusy = false
    await user.click(button('Retry'))
    await field('Text')
  })
})
