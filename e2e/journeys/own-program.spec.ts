import { type ChildProcess, spawn } from 'node:child_process'
import { ToneSource } from '@carillon/testkit/source'
import { violationsInBothThemes } from '../support/axe.ts'
import { contextOf } from '../support/browsers.ts'
import { expect, test } from '../support/fixtures.ts'
import { waitForTone } from '../support/listener-probe.ts'
import { openListener } from '../support/player.ts'
import { openStudio } from '../support/studio.ts'
import { toneFile } from '../support/wav.ts'

const PROGRAM_HZ = 660
const BROWSER_HZ = 440

test.describe('a program of the DJ', () => {
  const programs: ChildProcess[] = []
  test.afterEach(() => {
    for (const program of programs.splice(0)) program.kill('SIGKILL')
  })

  /** Runs the line that the page gave, with a tone for INPUT, as a DJ would in a shell. */
  function runLine(line: string): ChildProcess {
    const [command = '', ...words] = line.split(' ')
    const tone = ['-f', 'lavfi', '-i', `sine=frequency=${PROGRAM_HZ}`]
    const given = words.flatMap((word) => (word === '-i' ? [] : word === 'INPUT' ? tone : [word]))
    const program = spawn(command, ['-v', 'error', '-nostdin', ...given], { stdio: 'ignore' })
    programs.push(program)
    return program
  }

  // Slow: the sound changes hands four times, and each has to be heard.
  test('[EN16] makes a password, goes live with ffmpeg, takes back with the browser and gives it back', async ({
    station,
    openChromium,
  }) => {
    test.setTimeout(180_000)
    const dj = await station.newMember('DJ')
    const context = await contextOf(await openChromium({ microphone: toneFile(BROWSER_HZ) }), dj)
    const studio = await context.newPage()
    studio.setDefaultTimeout(20_000)
    await openStudio(studio, station.origin)

    await studio.locator('summary', { hasText: 'Use your own encoder' }).focus()
    await studio.keyboard.press('Enter')
    await studio.getByRole('button', { name: 'Create a password' }).press('Enter')
    const line = await studio.getByText(/^ffmpeg -re/).innerText()
    expect(line).toMatch(/source:[a-z2-9-]{17}@localhost:\d+\/studio\.ogg$/)

    const early = runLine(line)
    await expect(studio.getByText(/has not started/)).toBeVisible({ timeout: 20_000 })
    early.kill('SIGKILL')
    expect(await violationsInBothThemes(studio, 'the password of a program')).toEqual([])
    await studio.route('**/encoder/password', (route) => route.abort())
    await studio.getByRole('button', { name: 'Withdraw' }).press('Enter')
    await expect(studio.getByText('That didn’t work. Please try again.')).toBeVisible()
    await studio.unrouteAll()

    await studio.getByRole('button', { name: 'Go live with this encoder' }).press('Enter')
    await expect(studio.getByRole('heading', { name: 'Waiting for your encoder' })).toBeVisible()
    runLine(line)
    await expect(studio.getByRole('heading', { name: 'Your encoder is on air' })).toBeVisible({
      timeout: 20_000,
    })
    await expect(studio.getByText(/^Lavf.* kbps/)).toBeVisible({ timeout: 20_000 })
    expect(await violationsInBothThemes(studio, 'a program on air')).toEqual([])
    const listener = await openListener(await openChromium(), station.origin)
    await waitForTone(listener, PROGRAM_HZ)

    await studio.getByRole('button', { name: 'Use this browser instead' }).press('Enter')
    await expect(studio.getByRole('region', { name: 'On air' })).toBeVisible({ timeout: 20_000 })
    await waitForTone(listener, BROWSER_HZ)

    await studio.getByText('Use your own encoder').click()
    await studio.getByRole('button', { name: 'Stop this browser’s sound' }).click()
    await expect(studio.getByRole('heading', { name: 'Waiting for your encoder' })).toBeVisible()
    runLine(line)
    await expect(studio.getByRole('heading', { name: 'Your encoder is on air' })).toBeVisible({
      timeout: 20_000,
    })
    await waitForTone(listener, PROGRAM_HZ)

    await test.step('[HO203] an encoder’s desk shows who follows, as administrators’ page does', async () => {
      const next = await station.newMember('DJ', { firstname: 'Jana' })
      const { id } = await next.api.data<{ id: number }>('POST', '/api/broadcasts', { title: 'Night Owls' })
      await next.api.data('POST', `/api/broadcasts/${id}/stand-by`)
      await ToneSource.start(station, next, id)
      const admin = await (await contextOf(await openChromium(), await station.newMember('ADMIN'))).newPage()
      await admin.goto(`${station.origin}/admin`)
      const rail = studio.getByRole('region', { name: 'Hand-over' })
      const railOfStaff = admin.getByRole('region', { name: 'Hand-over' })
      for (const each of [rail, railOfStaff])
        await expect(each.getByText('In the waiting room', { exact: true })).toBeVisible()
      expect(await violationsInBothThemes(studio, 'an encoder with who follows')).toEqual([])
      await expect(railOfStaff.getByRole('button', { name: 'Take over' })).toBeVisible()
      await expect(rail.getByRole('button', { name: 'Hand over now' })).toBeVisible()
      await next.api.data('POST', `/api/broadcasts/${id}/end`)
      for (const each of [rail, railOfStaff]) await expect(each).toBeHidden()
    })

    await studio.getByRole('button', { name: 'End broadcast' }).click()
    const dialog = studio.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await studio.keyboard.press('Tab')
    await studio.keyboard.press('Enter')
    await expect(studio.getByRole('heading', { name: 'Broadcast ended' })).toBeVisible()
  })
})
