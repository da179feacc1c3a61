import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { setPageWide } from '../../../testing/observers.ts'
import { air, heading, open, player, push, stubListenStation } from './listen-testing.tsx'

stubListenStation()

describe('the player, its pill and the mini-player', () => {
  test('[LS613] mute strikes the speaker out, volume 0 takes its waves', async () => {
    open('/')
    const player = within(await screen.findByRole('region', { name: 'Player' }))
    const speaker = () => player.getByRole('button', { name: /^(Mute|Unmute)$/ }).querySelector('svg')
    expect(speaker()?.classList).toContain('lucide-volume-2')
    fireEvent.change(player.getByRole('slider', { name: 'Volume' }), { target: { value: '0' } })
    expect(speaker()?.classList).toContain('lucide-volume')
    fireEvent.click(player.getByRole('button', { name: 'Mute' }))
    expect(speaker()?.classList).toContain('lucide-volume-x')
  })

  test('[LS614] a long title is cut on the stage, and whole in its tooltip', async () => {
    open('/')
    await heading('Harana Hour')
    const title = screen.getByRole('heading', { name: 'Harana Hour' })
    expect(title.title).toBe('Harana Hour')
    expect(title.classList).not.toContain('line-clamp-3')
    cleanup()
    air.title = 'Harana Hour, and all that was left over from the week before'
    open('/')
    await heading(air.title)
    expect(screen.getByRole('heading', { name: air.title }).classList).toContain('line-clamp-3')
  })

  test('[LS12] a browser that can play nothing says so instead of failing', async () => {
    open('/')
    fireEvent.click(await screen.findByRole('button', { name: 'Play' }))
    expect(await screen.findByText("This browser can't play the stream. Try Chrome or Firefox")).toBeTruthy()
  })

  test('[LS29] the pill opens a player on every page', async () => {
    open('/schedule')
    fireEvent.click(await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' }))
    const controls = within(await screen.findByLabelText('Player controls', { selector: 'section' }))
    expect(controls.getByRole('button', { name: 'Play', hidden: true })).toBeTruthy()
    expect(controls.getByRole('link', { name: 'Open Player', hidden: true }).getAttribute('href')).toBe('/')
  })

  test('[LS46] what sounds is shown and ended beside the pill, on every page and for everyone', async () => {
    const sound = HTMLMediaElement.prototype
    vi.spyOn(sound, 'canPlayType').mockReturnValue('probably')
    vi.spyOn(sound, 'play').mockReturnValue(new Promise(() => undefined))
    open('/schedule')
    const pill = await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' })
    const wave = () => pill.querySelector('.lucide-volume-2')
    expect(screen.queryByRole('button', { name: 'Stop listening' })).toBeNull()
    expect(wave()).toBeNull()
    fireEvent.keyDown(document.body, { key: 'p' })
    const stop = await screen.findByRole('button', { name: 'Stop listening' })
    expect(wave()).toBeTruthy()
    fireEvent.click(stop)
    expect(screen.queryByRole('button', { name: 'Stop listening' })).toBeNull()
    expect(wave()).toBeNull()
  })

  test('[LS302] the mini-player has its LIVE badge on phones as well', async () => {
    air.role = 'LISTENER'
    setPageWide(false)
    open('/schedule')
    await screen.findByRole('link', { name: 'Open Player' })
    expect((await player().findByText('LIVE')).closest('[class*="max-md:hidden"]')).toBeNull()
    setPageWide(true)
  })

  test('[LS22] the farewell names the show that ended', async () => {
    air.role = 'LISTENER'
    open('/schedule')
    await screen.findByText('Harana Hour')
    air.isLive = false
    push()
    expect(await screen.findByText('Broadcast ended')).toBeDefined()
    expect(screen.getByText('Harana Hour')).toBeDefined()
  })

  test('[LS30] a listener elsewhere has the mini-player, a visitor has not', async () => {
    air.role = 'LISTENER'
    open('/schedule')
    expect((await screen.findByRole('link', { name: 'Open Player' })).getAttribute('href')).toBe('/dashboard')
    expect(await player().findByText('Harana Hour')).toBeTruthy()
    cleanup()
    air.role = null
    open('/schedule')
    await screen.findByRole('button', { name: 'Live, 128 listeners. Open player controls' })
    expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
  })
})
