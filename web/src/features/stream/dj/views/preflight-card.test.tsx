import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { CheckRow } from '../preflight.ts'
import { PreflightCard, type PreflightCardProps } from './preflight-card.tsx'

const good: CheckRow = { id: 'input', label: 'Input', status: 'ok', text: 'Desk microphone' }
const lost: CheckRow = {
  id: 'input',
  label: 'Input',
  status: 'fail',
  text: 'Desk microphone was disconnected',
  fix: { action: 'choose-input', label: 'Choose input' },
}
const quiet: CheckRow = { id: 'signal', label: 'Signal', status: 'warn', text: 'No signal for 5 s' }

afterEach(cleanup)

function show(change: Partial<PreflightCardProps>): string[] {
  const pressed: string[] = []
  render(
    <PreflightCard
      rows={[good]}
      verdict="ready"
      problem={null}
      starting={null}
      onFix={(fix) => pressed.push(fix)}
      onGoLive={() => pressed.push('go live')}
      onTest={() => pressed.push('test')}
      onStandBy={null}
      onCancel={() => pressed.push('cancel')}
      {...change}
    />,
  )
  return pressed
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('pre-flight list', () => {
  it('[DJ28] Go live and Test broadcast work when nothing fails', async () => {
    const pressed = show({ rows: [good, quiet] })
    await press('Go live')
    await press('Test broadcast')
    expect(pressed).toEqual(['go live', 'test'])
    expect(screen.getByText('You can go live. Check: Signal')).toBeTruthy()
  })

  it('[DJ28] a failing check holds Go live back and says which one', async () => {
    const pressed = show({ rows: [lost], verdict: 'setup' })
    await press('Go live')
    await press('Test broadcast')
    expect(pressed).toEqual([])
    const reasonId = screen.getByRole('button', { name: 'Go live' }).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(reasonId)?.textContent).toBe('Fix first: Input')
  })

  it('[HO206] a show on air is no reason not to stand by for it, anything else that fails is', async () => {
    const busy: CheckRow = { id: 'station', label: 'Nobody else on air', status: 'fail', text: 'Ana is live' }
    const pressed: string[] = []
    const onStandBy = () => pressed.push('stand by')
    show({ rows: [good, busy], verdict: 'setup', onStandBy })
    await press('Stand by')
    expect(pressed).toEqual(['stand by'])
    cleanup()
    show({ rows: [lost, busy], verdict: 'setup', onStandBy })
    await press('Stand by')
    expect(pressed).toEqual(['stand by'])
    cleanup()
    show({ rows: [good] })
    expect(screen.queryByRole('button', { name: 'Stand by' })).toBeNull()
  })

  it('[DJ29] a failing check offers its one fix', async () => {
    const pressed = show({ rows: [lost], verdict: 'setup' })
    await press('Choose input')
    expect(pressed).toEqual(['choose-input'])
  })

  it('[DJ21] a start can be taken back, and is not pressed twice', async () => {
    const pressed = show({ starting: 'show' })
    await press('Cancel')
    expect(screen.getByRole('status').textContent).toBe('Going live…')
    expect(screen.queryByRole('button', { name: 'Test broadcast' })).toBeNull()
    expect(pressed).toEqual(['cancel'])
  })

  it('[DJ21] what went wrong with the last start is read out', () => {
    show({ problem: 'Another broadcast is already on air.' })
    expect(screen.getByRole('alert').textContent).toBe('Another broadcast is already on air.')
  })
})
