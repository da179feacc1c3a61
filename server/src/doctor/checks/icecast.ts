import type { Config } from '../../config.ts'
import {
  listenersUrlOf,
  sourceAddressOf,
  withoutPassword,
} from '../../features/stream/outputs/icecast/address.ts'
import { askListeners } from '../../features/stream/outputs/icecast/admin.ts'
import { openSource } from '../../features/stream/outputs/icecast/handshake.ts'
import { briefReasonOf, type Check, type Finding, fail, ok, warn } from '../check.ts'

const LIMIT_MS = 5_000

/** Icecast, where there is one: whether it takes us as source, counts for us, and is there for listeners. */
export const checkIcecast: Check = {
  name: 'icecast',
  async look({ config: { icecast, stationName } }) {
    if (!icecast) return [ok('ICECAST_URL is not set: listeners are served by the station itself.')]
    const { mount } = sourceAddressOf(icecast.url)
    const counts = await Promise.all(icecast.adminUrls.map((url) => count(url, mount)))
    if (icecast.adminUrls.length === 0)
      counts.push(
        warn(
          'ICECAST_ADMIN_URL is not set: listeners are not counted, and a busy mount cannot be taken over.',
        ),
      )
    return [await source(icecast.url, stationName), ...counts, await listen(icecast)]
  },
}

async function source(url: string, stationName: string): Promise<Finding> {
  const address = sourceAddressOf(url)
  const { signal } = new AbortController()
  const opened = await openSource(address, { stationName, limitMs: LIMIT_MS, signal })
  if (opened.ok) {
    opened.socket.destroy()
    return ok(`${address.label} accepts us as its source.`)
  }
  const { reason, detail } = opened.refusal
  if (reason === 'MOUNT_IN_USE')
    return ok(`${address.label} already has a source: the running station, or another.`)
  if (reason === 'WRONG_PASSWORD')
    return fail(`${address.label} refuses our password: ICECAST_URL needs Icecast's source-password.`)
  return fail(`${address.label} does not accept us as its source: ${detail}. Check ICECAST_URL.`)
}

async function count(url: string, mount: string): Promise<Finding> {
  const label = withoutPassword(url)
  const answer = await askListeners(url, mount, LIMIT_MS)
  if (answer === null) return fail(`${label} does not answer. Check ICECAST_ADMIN_URL.`)
  if (answer.status === 200) return ok(`${label} gives its listener count.`)
  return fail(
    `${label} refuses to give its listener count (${answer.status}): ICECAST_ADMIN_URL needs Icecast's admin-password.`,
  )
}

async function listen(icecast: NonNullable<Config['icecast']>): Promise<Finding> {
  const url = listenersUrlOf(icecast)
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(LIMIT_MS) })
    return ok(`${url}, where listeners are sent, answers (${reply.status}).`)
  } catch (error) {
    return warn(
      `${url}, where listeners are sent, does not answer from here: ${briefReasonOf(error)}. Check ICECAST_PUBLIC_URL.`,
    )
  }
}
