import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ToneSource } from '@carillon/testkit/source'
import type { Member, Station } from '@carillon/testkit/station'

/** One tone for each stretch between two drops of the source. */
export const TONES_HZ = [440, 660, 880, 1100]
const STRETCH_MS = 4_000
const AWAY_MS = 1_500

/** Recording that a browser plays: its show, its stated length, and the bytes. */
export type RecordedShow = { id: number; dj: Member; durationMs: number; file: Buffer }

/** A show whose source dropped out three times, ended and ready to be heard again. */
export async function recordShow(station: Station): Promise<RecordedShow> {
  const dj = await station.newMember('DJ', { firstname: 'Mikael', lastname: 'Reyes' })
  const id = await dj.api.goLive('Harana Hour')
  for (const [index, frequencyHz] of TONES_HZ.entries()) {
    const source = await ToneSource.start(station, dj, id, { frequencyHz })
    await delay(STRETCH_MS)
    source.cut()
    if (index < TONES_HZ.length - 1) await delay(AWAY_MS)
  }
  await dj.api.data('POST', `/api/broadcasts/${id}/end`)
  const durationMs = await untilReady(dj, id)
  const reply = await fetch(`${station.origin}/recordings/${id}.ogg`)
  return { id, dj, durationMs, file: Buffer.from(await reply.arrayBuffer()) }
}

async function untilReady(dj: Member, id: number): Promise<number> {
  for (;;) {
    const reply = await dj.api.send('GET', `/api/broadcasts/${id}/recording`)
    if (reply.ok) return (await reply.json()).data.durationMs
    await delay(100)
  }
}

/** Length of these bytes in ms, by ffprobe. */
export function probedMs(file: Buffer): number {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-probe-'))
  const path = join(folder, 'show.ogg')
  writeFileSync(path, file)
  try {
    const probeArguments = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]
    return Number(spawnSync('ffprobe', probeArguments, { encoding: 'utf8' }).stdout) * 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
