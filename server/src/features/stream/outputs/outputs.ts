import { join } from 'node:path'
import { findProgram } from '../../../kernel/find-program.ts'
import type { StreamContext } from '../ports.ts'
import { Icecast, type IcecastOptions } from './icecast/icecast.ts'

/** Outputs of the sound beside the station's own listeners. */
export type Outputs = {
  /** The folder that recordings are written to. */
  recordings: string
  /** The program that makes MP3; null: there is none. */
  ffmpeg: string | null
  /** Null: there is none. */
  icecast: Icecast | null
}

/** Finds what the settings name. */
export function findOutputs(
  { settings, now, log }: StreamContext,
  icecastOptions: Pick<IcecastOptions, 'onChange' | 'mayTakeOver'>,
): Outputs {
  const { dataDir, searchPath = '', icecast, stationName = '' } = settings
  return {
    recordings: join(dataDir, 'recordings'),
    ffmpeg: findProgram('ffmpeg', searchPath),
    icecast: icecast ? new Icecast({ settings: icecast, stationName, now, log, ...icecastOptions }) : null,
  }
}
