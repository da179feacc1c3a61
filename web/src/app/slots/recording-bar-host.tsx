import { useEffect } from 'react'
import type { HeldRecording } from '../../features/recordings/held-recording.ts'
import { RecordingBar } from '../../features/recordings/recording-bar.tsx'
import { useRecordingKey } from './use-recording-key.ts'

/** The bar and its margin, told to what floats above it as `--recording-height`. */
const HEIGHT = '84px'

/** The bar of a recording, its key, and the room that it takes. */
export function RecordingBarHost({ held }: { held: HeldRecording }) {
  useRecordingKey(() => held.player)
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--recording-height', HEIGHT)
    return () => {
      style.removeProperty('--recording-height')
    }
  }, [])
  return <RecordingBar held={held} />
}
