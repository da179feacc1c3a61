import { join } from 'node:path'
import { findProgram } from '../../../kernel/find-program.ts'
import type { StreamContext } from '../ports.ts'
import { Icecast } from './icecast/icecast.ts'

/** Outputs of the sound beside the station's own listeners. */
export type Outputs = {
  /** The folder that recordings are written to. */
  recordings: string
  /** The program that makes MP3; null: there is none. */
  ffmpeg: string | null
  /** Null: there is none. */
  icecast: Icecast | null
}

/** Finds what the settings name. `onChange` is called when Icecast went up or down. */
export function findOutputs({ settings, now, log }: StreamContext, onChange: () => void): Outputs {
  const { dataDir, searchPath = '', icecast, stationName = '' } = settings
  return {
    recordings: join(dataDir, 'recordings'),
    ffmpeg: findProgram('ffmpeg', searchPath),
    icecast: icecast ? new Icecast({ settings: icecast, stationName, now, log, onChange }) : null,
  }
}
