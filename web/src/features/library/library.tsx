import type { Person } from '@carillon/contract/roles'
import { startConvert } from './convert/start-convert.ts'
import { useConvertedBy } from './convert/use-converted-by.ts'
import { ItemList } from './items/item-list.tsx'
import { PlaylistList } from './playlists/playlist-list.tsx'
import { sendFile } from './upload/send-file.ts'
import { UploadPanel } from './upload/upload-panel.tsx'
import { useLibraryChanges } from './use-library.ts'

/** The library: what plays between shows. */
export function Library({ viewer }: { viewer: Pick<Person, 'id' | 'role'> }) {
  const { refresh } = useLibraryChanges()
  const by = useConvertedBy()
  return (
    <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
      <UploadPanel by={by} convert={startConvert} send={sendFile} onAdded={() => void refresh()} />
      <div className="grid gap-6">
        <ItemList viewer={viewer} />
        <PlaylistList viewer={viewer} />
      </div>
    </div>
  )
}
