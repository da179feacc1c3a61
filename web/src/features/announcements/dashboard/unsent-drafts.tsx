import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../../lib/router/link.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { draftsOf, dropDraft, keepDraft } from '../editor/device-drafts.ts'

export type UnsentDraftsProps = { account: number; createPath: string; editPath(id: number): string }

/** List of drafts left on this device, and the way back to each. */
export function UnsentDrafts({ account, createPath, editPath }: UnsentDraftsProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(account))
  if (drafts.length === 0) return null
  const discard = (draft: (typeof drafts)[number]) => {
    dropDraft(draft)
    setDrafts(draftsOf(account))
    const undo = () => {
      keepDraft(draft, draft)
      setDrafts(draftsOf(account))
    }
    toast('Discarded', { action: { label: 'Undo', onClick: undo } })
  }
  return (
    <Banner className="items-start">
      <p className="py-1">Saved on this device, not sent yet:</p>
      <ul className="grid">
        {drafts.map((draft) => {
          const { announcementId } = draft
          const title = draft.words.title.trim() || 'Untitled'
          return (
            <li key={announcementId} className="flex items-center justify-between gap-3">
              <Link
                to={announcementId === null ? createPath : editPath(announcementId)}
                className="min-w-0 truncate py-2 font-semibold text-link underline underline-offset-3"
              >
                {title}
              </Link>
              <IconButton
                label={`Discard ${title}`}
                tooltip={false}
                icon={<X className="size-4.5" />}
                onClick={() => discard(draft)}
                className="-mr-2 size-9"
              />
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}
