import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, lazy, Suspense, useRef } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { fullTitle, titlePrefix } from '../../lib/document-title.ts'
import { Link } from '../../lib/router/link.tsx'
import { Redirect, Router } from '../../lib/router/router.tsx'
import { Route, Routes } from '../../lib/router/routes.tsx'
import { STAY_PUT } from '../../lib/stay-put.ts'
import { MemoryRouter } from '../../testing/memory-router.tsx'
import { Root } from '../root.tsx'
import { PageFrame } from './page-frame.tsx'
import { useRouteScroll } from './use-route-scroll.ts'

afterEach(() => {
  cleanup()
  titlePrefix.set('')
})

function Frame() {
  const mainRef = useRef<HTMLElement>(null)
  useRouteScroll(mainRef)
  return (
    <main ref={mainRef} tabIndex={-1}>
      <Link to="/schedule">Next page</Link>
      <Link to="?days=7" state={STAY_PUT}>
        A week
      </Link>
      <Routes>
        <Route path="/" element={<PageFrame title="Listen">…</PageFrame>} />
        <Route path="/schedule" element={<PageFrame title="Schedule">…</PageFrame>} />
      </Routes>
    </main>
  )
}

/** The frame of sign-in stands alone. */
function Gate({ title, next }: { title: string; next: string }) {
  return (
    <main>
      <h1>{title}</h1>
      <Link to={next}>Go on</Link>
    </main>
  )
}

type Page = { default: ComponentType }
let arrive: (page: Page) => void

function open(at = '/') {
  const Late = lazy(() => new Promise<Page>((resolve) => (arrive = resolve)))
  render(
    <MemoryRouter at={at}>
      <Routes>
        <Route element={<Root />}>
          <Route path="/start" element={<Redirect to="/login" />} />
          <Route path="/login" element={<Gate title="Sign in" next="/register" />} />
          <Route path="/register" element={<Gate title="Sign up" next="/late" />} />
          <Route
            path="/late"
            element={
              <main>
                <Link to="/login">Sign out</Link>
                <Suspense fallback="Loading">
                  <Late />
                </Suspense>
              </main>
            }
          />
          <Route path="*" element={<Frame />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  )
}

describe('a change of page', () => {
  test('[SH32] moves the focus to the heading and says its name politely', async () => {
    open()
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByText('Next page'))
    const heading = await screen.findByRole('heading', { name: 'Schedule' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(screen.getByText('Page loaded: Schedule').closest('[aria-live]')?.getAttribute('aria-live')).toBe(
      'polite',
    )
  })

  test('[SH32] also between the pages of sign-in, to and from them, when the page has come; a first page does not', async () => {
    open('/start')
    const isAt = (name: string) =>
      waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name })))
    await screen.findByRole('heading', { name: 'Sign in' })
    await act(() => new Promise(requestAnimationFrame))
    expect(document.activeElement).toBe(document.body)
    fireEvent.click(screen.getByText('Go on'))
    await isAt('Sign up')
    fireEvent.click(screen.getByText('Go on'))
    await screen.findByText('Loading')
    await act(() => new Promise(requestAnimationFrame))
    await act(async () => arrive({ default: () => <h1>Listen</h1> }))
    await isAt('Listen')
    expect(screen.getByText('Page loaded: Listen')).toBeTruthy()
    fireEvent.click(screen.getByText('Sign out'))
    await isAt('Sign in')
  })

  test('[SH32] begins at the top, but for what stays on its page and asks to stay put', async () => {
    open()
    const main = screen.getByRole('main')
    main.scrollTop = 300
    fireEvent.click(screen.getByText('A week'))
    expect(main.scrollTop).toBe(300)
    fireEvent.click(screen.getByText('Next page'))
    await waitFor(() => expect(main.scrollTop).toBe(0))
  })

  test('[SH844] a link to a part of the page leaves it where the browser has scrolled it, and Back returns', async () => {
    history.replaceState({ key: 'led to', state: null }, '', '/')
    render(
      <Router>
        <Frame />
        <a href="#part">Part</a>
      </Router>,
    )
    const main = screen.getByRole('main')
    main.scrollTop = 100
    fireEvent.scroll(main)
    const arrived = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    fireEvent.click(screen.getByText('Part'))
    main.scrollTop = 900
    await act(arrived)
    expect([location.hash, main.scrollTop]).toEqual(['#part', 900])
    history.back()
    await act(arrived)
    expect([location.hash, main.scrollTop]).toEqual(['', 100])
    history.forward()
    await act(arrived)
    expect([location.hash, main.scrollTop]).toEqual(['#part', 900])
  })

  test('[SH32] names the document after the page and the station', async () => {
    open()
    await waitFor(() => expect(document.title).toBe('Listen · Campus Radio'))
    titlePrefix.set('● ON AIR 00:12:31 — ')
    await waitFor(() => expect(document.title).toBe('● ON AIR 00:12:31 — Listen · Campus Radio'))
    expect(fullTitle('', '', 'Campus Radio')).toBe('Campus Radio')
  })
})
