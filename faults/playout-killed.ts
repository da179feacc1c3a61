import { execFileSync } from 'node:child_process'
import { LIBRARY_UPLOAD_PATH } from '@carillon/contract/library/schemas'
import { setPlayout } from '@carillon/contract/playout/settings'
import type { Campus } from '@carillon/testkit/campus'
import type { Instance } from '@carillon/testkit/instance'
import { ListenerProbe } from '@carillon/testkit/listener-probe'
import { PLAYOUT_ON } from '@carillon/testkit/playout-on'
import { findCommand } from '@carillon/testkit/processes'
import { RecorderSource } from '@carillon/testkit/recorder-source'
import type { Member } from '@carillon/testkit/station'
import { lacksAcross } from '@carillon/testkit/two-instances'
import { until } from '@carillon/testkit/until'
import type { Fault } from './lib/fault.ts'

const LISTENERS = 20
const SOUND_SECONDS = 30
const BACK_WITHIN_MS = 20_000
const LIMIT_MS = 60_000

/** Each of two instances is gone once while the station plays between shows: one of them leads. */
export const playoutKilled: Fault = {
  name: 'playout-killed',
  sentence: `kill -9 to each of two instances in turn while they play between shows, with ${LISTENERS} listeners behind a proxy.`,
  endsProcess: true,
  lacks: () => lacksAcross() ?? (findCommand('ffmpeg') ? null : 'no ffmpeg on this machine'),
  async run({ openAcross, measure, promise, atEnd }) {
    const rig = await openAcross(({ origin }) => [origin, origin])
    const { station: campus, dj, broadcastId } = rig
    const admin = await campus.newMember('ADMIN')
    for (const title of ['First', 'Second']) await upload(campus.origin, admin, title)
    await until(
      async () => (await Promise.all(campus.instances.map(lacksOf))).every((count) => count === 0),
      LIMIT_MS,
      'both have the library',
    )
    await admin.api.data(setPlayout.method, setPlayout.path, { ...PLAYOUT_ON, replayWeight: 0 })
    await dj.api.data('POST', `/api/broadcasts/${broadcastId}/end`)
    const listeners = Array.from({ length: LISTENERS }, () => new ListenerProbe(campus.origin))
    atEnd(() => listeners.forEach((listener) => void listener.leave()))
    const areReceivedSince = (atMs: number) =>
      rig.isReceivedSince(atMs) && listeners.every(({ soundAtMs }) => soundAtMs > atMs)
    const breaks = () => listeners.map((listener) => listener.breaks)
    const backMs: number[] = []
    let brokenByShow = 0
    const stayed: number[] = []
    await measure(rig, async () => {
      // Switched on during a show, it begins when that has ended: its listeners come back.
      const endedAt = performance.now()
      await until(() => areReceivedSince(endedAt), LIMIT_MS, 'all hear what is played between shows')
      const before = breaks()
      await playShow(campus, dj, areReceivedSince)
      brokenByShow = breaks().filter((count, at) => count > (before[at] ?? 0)).length
      for (const [at, instance] of campus.instances.entries()) {
        rig.probe.lookAt(campus.instances[1 - at] ?? instance)
        const connected = breaks()
        const killedAt = performance.now()
        await instance.killServer()
        // What was on its way then is no sign of life.
        await until(() => areReceivedSince(killedAt + 1_000), LIMIT_MS, 'all hear it again')
        backMs.push(performance.now() - killedAt)
        stayed.push(breaks().filter((count, index) => count === connected[index]).length)
        await instance.startServer()
        // The proxy gives it listeners again once it has looked.
        await until(async () => (await lacksOf(instance)) === 0, LIMIT_MS, 'it has the library again')
      }
    })
    promise(brokenByShow === 0, 'a show and its end cut nobody')
    promise(
      Math.max(...backMs) < BACK_WITHIN_MS,
      `all hear it again within ${BACK_WITHIN_MS / 1000} s of each kill`,
    )
    // After the first kill the proxy has sent all to the other.
    promise((stayed[0] ?? 0) > 0, 'those of the other stay connected')
    return `all ${LISTENERS} listeners hear it ${backMs.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')} after a kill`
  },
}

/** A short show between what is played. */
async function playShow(
  campus: Campus,
  dj: Member,
  areReceivedSince: (atMs: number) => boolean,
): Promise<void> {
  const id = await dj.api.goLive('A short show')
  const source = new RecorderSource(campus, dj, id)
  await until(() => source.acceptedAtMs > 0, LIMIT_MS, 'the station reads the DJ')
  await until(() => areReceivedSince(source.acceptedAtMs), LIMIT_MS, 'all hear the show')
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  const endedAt = performance.now()
  await until(() => areReceivedSince(endedAt), LIMIT_MS, 'all hear what is played after it')
  source.leave()
}

async function upload(origin: string, admin: Member, title: string): Promise<void> {
  const frequency = 300 + title.length * 50
  const tone = `sine=frequency=${frequency}:duration=${SOUND_SECONDS}`
  const args = ['-v', 'error', '-f', 'lavfi', '-i', tone, '-ac', '2', '-c:a', 'libopus', '-f', 'ogg', '-']
  const reply = await fetch(`${origin}${LIBRARY_UPLOAD_PATH}?title=${title}&kind=BED`, {
    method: 'POST',
    headers: { 'content-type': 'audio/ogg', authorization: `Bearer ${admin.api.token}` },
    body: new Uint8Array(execFileSync('ffmpeg', args)),
  })
  if (!reply.ok) throw new Error(`The upload was refused: ${reply.status}`)
  await reply.body?.cancel()
}

/** Number of files of the library that an instance lacks. */
async function lacksOf({ address }: Instance): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^carillon_library_files_missing (\d+)/m.exec(metrics)?.[1] ?? 1)
}
