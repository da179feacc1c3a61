import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NewVersionError } from '../lib/load-part.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  logged.mockRestore()
})

function Broken({ error }: { error: Error }): never {
  throw error
}

const route = (pathname: string, error?: Error) => (
  <RouteErrorBoundary pathname={pathname}>
    {error ? <Broken error={error} /> : <h1>Fine</h1>}
  </RouteErrorBoundary>
)

describe('a route that breaks', () => {
  test('[SH30] says so with a number that also stands in the log, and offers Refresh and Home', () => {
    render(route('/a', new Error('bad')))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error')
    const reference = /Reference ([0-9A-F]{8})/.exec(document.body.textContent ?? '')?.[1]
    expect(logged.mock.calls.flat().join(' ')).toContain(`Reference ${reference}`)
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
  })

  test('[SH30] another address is another chance', () => {
    const { rerender } = render(route('/a', new Error('bad')))
    rerender(route('/b'))
    expect(screen.getByRole('heading').textContent).toBe('Fine')
  })

  test('[SH30] another version of the station says so, and offers Reload', () => {
    render(route('/a', new NewVersionError()))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A new version is available')
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  test('[SH31] a part that breaks says Something went wrong, offers Refresh Page and tells its owner', () => {
    const onError = vi.fn()
    render(
      <ErrorBoundary onError={onError}>
        <Broken error={new Error('bad')} />
      </ErrorBoundary>,
    )
    expect(screen.getByRole('heading').textContent).toBe('Something went wrong')
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy()
    expect(onError).toHaveBeenCalledWith(new Error('bad'))
  })
})
