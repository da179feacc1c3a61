import { CloudUpload, HardDrive, TriangleAlert } from 'lucide-react'
import { classNames } from '../../../../lib/class-names.ts'
import { useStore } from '../../../../lib/store.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { type BackupTone, backupWords, leftoverWords } from '../backup/backup-words.ts'
import { useDj } from '../dj-context.tsx'

/** The copy of the show beside the station's recording, in a line of the desk. */
export function BackupLight() {
  const words = backupWords(useStore(useDj().backup.state))
  if (!words) return null
  const Icon = ICONS[words.tone]
  return (
    <p className={classNames('flex items-center gap-2 text-sm tabular-nums', COLORS[words.tone])}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {words.text}
    </p>
  )
}

/** Off the air: what the station does not have yet of a show, while it is uploaded, and that it has all. */
export function LeftoverBanner() {
  const words = leftoverWords(useStore(useDj().backup.state))
  if (!words) return null
  return (
    <Banner tone={TONES[words.tone]} role="status">
      <span className="tabular-nums">{words.text}</span>
    </Banner>
  )
}

const ICONS: Record<BackupTone, typeof HardDrive> = {
  well: HardDrive,
  uploading: CloudUpload,
  lost: TriangleAlert,
}
const COLORS: Record<BackupTone, string> = {
  well: 'text-text-muted',
  uploading: 'font-semibold text-warning',
  lost: 'font-semibold text-danger',
}
const TONES = { well: 'success', uploading: 'warning', lost: 'danger' } as const
