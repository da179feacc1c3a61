import { once } from 'node:events'
import { getBroadcastReport } from '@carillon/contract/analytics/endpoints'
import { listNotifications } from '@carillon/contract/notifications/endpoints'
import { captureNamed } from '@carillon/media/fixtures/captures'
import { beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { as, dj, end, goLive, pause, station, useRecordings } from './support/recordings.ts'
import type { Member } from './support/station.ts'

useRecordings()
// Who is to be told has an account before there is anything to tell.
beforeAll(async () => {
  await station.as('MODERATOR')
})

describe('the guardian of the air', () => {
  // Slow: 20 s of silence have to pass.
  it('[GU5] warns the DJ, then staff once, and writes each step into the timeline', async () => {
    const id = await goLive()
    const headers = as(dj)
    const socket = new WebSocket(`${station.socketOrigin}/ws/live?broadcastId=${id}`, { headers })
    const warnings: number[] = []
    socket.on('message', (message) => {
      const { type, seconds } = JSON.parse(String(message))
      if (type === 'SILENCE') warnings.push(seconds)
    })
    await once(socket, 'open')
    const sound = async (name: string) => {
      for (const chunk of captureNamed(name).chunks) {
        socket.send(chunk)
        await pause(300)
      }
    }
    await sound('firefox-destination')
    while (!warnings.includes(20)) await pause(100)
    await sound('firefox-destination')
    while (!warnings.includes(0)) await pause(50)
    expect(warnings).toEqual([5, 10, 15, 20, 0])
    const alertsOf = async (member: Member) => {
      const { data } = await station.call(listNotifications, { as: member })
      return data.content.filter(({ message }) => message === 'Evening show has been silent for 20 seconds')
    }
    expect(await alertsOf(station.admin)).toHaveLength(1)
    expect(await alertsOf(await station.as('MODERATOR'))).toHaveLength(1)
    expect(await alertsOf(dj)).toEqual([])
    const steps = async () => {
      const { data } = await station.call(getBroadcastReport, { as: station.admin, params: { id } })
      return data.events.map(({ type }) => type).filter((type) => /SILENCE|AIR|SOUND/.test(type))
    }
    // Nobody on the air waits for the timeline.
    await expect.poll(steps).toEqual(['SILENCE', 'DEAD_AIR', 'SOUND_BACK'])
    socket.terminate()
    await end(id)
  }, 300_000)
})
