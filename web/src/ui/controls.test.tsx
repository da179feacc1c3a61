import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { Slider } from './slider.tsx'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

describe('the slider', () => {
  function Volume({ from }: { from: number }) {
    const [value, setValue] = useState(from)
    return (
      <Slider label="Volume" value={value} keyStep={5} valueText={`${value} percent`} onChange={setValue} />
    )
  }
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' })
  const press = (key: string) => fireEvent.keyDown(slider(), { key })

  test('[SH34] arrows go one step, Page Up and Page Down four, never past the ends', () => {
    render(<Volume from={80} />)
    press('ArrowLeft')
    expect(slider().value).toBe('75')
    press('PageUp')
    expect(slider().value).toBe('95')
    press('PageUp')
    expect(slider().value).toBe('100')
    for (let times = 0; times < 6; times += 1) press('PageDown')
    expect(slider().value).toBe('0')
  })

  test('[SH34] its value is said in words', () => {
    render(<Volume from={80} />)
    expect(slider().getAttribute('aria-valuetext')).toBe('80 percent')
  })
})

describe('tabs', () => {
  type Name = 'chat' | 'requests' | 'poll'

  function Panels() {
    const [selected, select] = useState<Name>('chat')
    const tab = (id: Name) => ({ id, label: id, content: `the ${id}` })
    return (
      <Tabs
        label="Show"
        tabs={[tab('chat'), tab('requests'), tab('poll')]}
        selected={selected}
        onSelect={select}
      />
    )
  }
  const current = () => screen.getByRole('tab', { selected: true })

  test('[SH35] one tab stop; arrows, Home and End move and select', () => {
    render(<Panels />)
    expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1])
    for (const [key, expected] of [
      ['ArrowRight', 'requests'],
      ['End', 'poll'],
      ['ArrowRight', 'chat'],
      ['ArrowLeft', 'poll'],
      ['Home', 'chat'],
    ] as const) {
      fireEvent.keyDown(current(), { key })
      expect(current().textContent).toBe(expected)
      expect(document.activeElement).toBe(current())
    }
  })

  test('[SH35] the panel belongs to its tab', () => {
    render(<Panels />)
    fireEvent.click(screen.getByRole('tab', { name: 'poll' }))
    expect(screen.getByRole('tabpanel', { name: 'poll' }).textContent).toBe('the poll')
  })
})

describe('the busy button', () => {
  test('[SH36] it says what runs, keeps the focus and takes no clicks', () => {
    const onClick = vi.fn()
    const button = (busy: boolean) => (
      <Button busy={busy} busyLabel="Saving…" onClick={onClick}>
        Save
      </Button>
    )
    const { rerender } = render(button(false))
    screen.getByRole('button', { name: 'Save' }).focus()
    rerender(button(true))
    const busy = screen.getByRole('button', { name: 'Saving…' })
    fireEvent.click(busy)
    expect(onClick).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(busy)
    rerender(button(false))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(onClick).toHaveBeenCalledOnce()
  })
})
