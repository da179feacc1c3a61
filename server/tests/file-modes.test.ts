import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../src/config.ts'
import { checkDisk } from '../src/doctor/checks/disk.ts'
import { patientOf } from '../src/doctor/patient.ts'
import { Recording } from '../src/features/stream/outputs/recording.ts'
import { createPlace } from './support/database.ts'
import { startStation } from './support/station.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-modes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('[OP37] folders that others could look into are closed to them at the start', async () => {
  const place = await createPlace('embedded')
  onTestFinished(() => place.remove())
  const folders = ['embedded', 'dumps', 'recordings', 'outbox'].map((name) => join(place.dataDir, name))
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true })
    chmodSync(folder, 0o755)
  }
  const station = await startStation({ place })
  onTestFinished(() => station.stop())
  expect(folders.map(modeOf)).toEqual(folders.map(() => 0o700))
})

it('[OP37] a recording and its folder are for the station alone', async () => {
  const directory = join(newFolder(), 'recordings')
  const recording = new Recording({
    directory,
    broadcastId: 7,
    leastFreeBytes: 0,
    onFailure: (error) => expect.fail(String(error)),
  })
  recording.append(new Uint8Array(1_000))
  await recording.close()
  expect([modeOf(directory), modeOf(join(directory, '7.ogg'))]).toEqual([0o700, 0o600])
})

it('[OP37] the doctor warns of a data folder that others may look into, and of no other', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'lock'), '')
  const config = readConfig({ DATA_DIR: dataDir })
  if (!config.ok) throw new Error(config.errors.join())
  const { value } = config
  const look = async () => {
    const findings = await checkDisk.look(patientOf(value, Date.now))
    return findings.filter(({ message }) => message.includes('can read DATA_DIR'))
  }
  chmodSync(dataDir, 0o750)
  expect(await look()).toEqual([
    { verdict: 'WARN', message: expect.stringMatching(/mode 750\): chmod 700 it/) },
  ])
  chmodSync(dataDir, 0o700)
  expect(await look()).toEqual([])
})
