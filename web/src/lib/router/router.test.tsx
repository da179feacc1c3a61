import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Link, NavLink } from './link.tsx'
import { Redirect, Router, useLocation, useNavigate, useSearchParams } from './router.tsx'
import { InnerRoute, Route, Routes, useParams } from './routes.tsx'

afterEach(cleanup)
beforeEach(() => history.replaceState(null, '', '/'))

function Frame() {
  const [count, setCount] = useState(0)
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => setCount(count + 1)}>
        Pressed {count}
      </button>
      <button type="button" onClick={() => navigate('/shows/7?days=7', { state: { from: 'here' } })}>
        Go
      </button>
      <Link to="/shows/a%20b">Show</Link>
      <Link to="/shows/a%20b" target="_blank">
        Show in a tab
      </Link>
      <Link to="https://elsewhere.test/">Elsewhere</Link>
      <NavLink to="/" className={(isHere) => (isHere ? 'here' : '')}>
        Start
      </NavLink>
      <InnerRoute />
    </>
  )
}

function Show() {
  const { id } = useParams()
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  return (
    <>
      <h1>Show {id}</h1>
      <p>{`days ${search.get('days')}, state ${JSON.stringify(state)}`}</p>
      <button
        type="button"
        onClick={() =>
          setSearch((before) => ({ days: `${Number(before.get('days')) + 1}` }), { replace: true })
        }
      >
        One more
      </button>
    </>
  )
}

function renderApp() {
  render(
    <Router>
      <Routes>
        <Route element={<Frame />}>
          <Route path="/" element={<h1>Start</h1>} />
          <Route path="/shows/:id" element={<Show />} />
        </Route>
        <Route path="*" element={<Redirect to="/" />} />
      </Routes>
    </Router>,
  )
}

const heading = () => screen.getByRole('heading').textContent
const link = (name: string) => screen.getByRole('link', { name })

test('[SH840] a press on a link shows its page in the same frame, with what the address has for a name', () => {
  renderApp()
  fireEvent.click(screen.getByRole('button', { name: 'Pressed 0' }))
  expect(fireEvent.click(link('Show'))).toBe(false)
  expect(heading()).toBe('Show a b')
  expect(screen.getByRole('button', { name: 'Pressed 1' })).toBeTruthy()
  expect(location.pathname).toBe('/shows/a%20b')
})

test('[SH840] a press that the browser has a meaning for, and an address elsewhere, are left to it', () => {
  renderApp()
  for (const press of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
    expect(fireEvent.click(link('Show'), press)).toBe(true)
  expect(fireEvent.click(link('Show in a tab'))).toBe(true)
  expect(fireEvent.click(link('Elsewhere'))).toBe(true)
  expect(heading()).toBe('Start')
})

test('[SH840] the link of the page in view says so, and a press on it adds no step to the history', () => {
  renderApp()
  const steps = history.length
  expect(link('Start').getAttribute('aria-current')).toBe('page')
  fireEvent.click(link('Start'))
  expect(history.length).toBe(steps)
  fireEvent.click(link('Show'))
  expect(link('Start').getAttribute('aria-current')).toBeNull()
  expect(history.length).toBe(steps + 1)
})

test('[SH841] another search of the address keeps the page, and Back passes over one that replaced it', () => {
  renderApp()
  fireEvent.click(screen.getByRole('button', { name: 'Go' }))
  expect(screen.getByText('days 7, state {"from":"here"}')).toBeTruthy()
  const steps = history.length
  fireEvent.click(screen.getByRole('button', { name: 'One more' }))
  expect(screen.getByText('days 8, state null')).toBeTruthy()
  expect(location.search).toBe('?days=8')
  expect(history.length).toBe(steps)
})

test('[SH841] Back and Forward show the page of their entry', () => {
  renderApp()
  act(() => {
    history.replaceState({ key: 'kept', state: { from: 'there' } }, '', '/Shows/9/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(heading()).toBe('Show 9')
  expect(screen.getByText('days null, state {"from":"there"}')).toBeTruthy()
})

test('[SH841] an address that no route has leads where its page says, in the same step', () => {
  history.replaceState(null, '', '/shows/%zz/more')
  const steps = history.length
  renderApp()
  expect(heading()).toBe('Start')
  expect(location.pathname).toBe('/')
  expect(history.length).toBe(steps)
})
