import {
  type Announcement,
  MAX_CONTENT_LENGTH,
  MAX_TITLE_LENGTH,
} from '@carillon/contract/announcements/schemas'
import { useMemo, useState } from 'react'
import { upload as pageUpload, type Upload } from '../../../api/upload.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { formatTimestamp, fromStationTime } from '../../../lib/station-time.ts'
import { useCall } from '../../../session/session.ts'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Field, TextInput } from '../../../ui/field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { createAnnouncementCalls } from '../announcement-calls.ts'
import type { Viewer } from '../dashboard/actions.ts'
import { Reason } from '../dashboard/card-status.tsx'
import { fieldTime } from '../plan.ts'
import { PlanDialog, type PlanDialogProps } from '../plan-dialog.tsx'
import { ConflictBanner, EditorBar } from './editor-bar.tsx'
import { ImageField } from './image-field.tsx'
import { Preview } from './preview.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { type ImageUpload, useImageUpload } from './use-image-upload.ts'
import { DONE, listAfter, type WayOn, waysOn } from './ways-on.ts'
import { LABELS, type Words } from './words.ts'
import { WriteBox } from './write-box.tsx'

export type AnnouncementEditorProps = {
  viewer: Viewer & { name: string }
  /** Null: a new one is written. */
  announcement: Announcement | null
  listPath: string
  upload?: Upload
}

/** The form in which announcements are written and changed. */
export function AnnouncementEditor(props: AnnouncementEditorProps) {
  const { viewer, announcement, listPath, upload = pageUpload } = props
  const call = useCall()
  const calls = useMemo(() => createAnnouncementCalls(call), [call])
  const navigate = useNavigate()
  const editor = useEditor({ account: viewer.id, announcement, calls })
  const image = useImageUpload(upload, (imageUrl) => editor.change({ imageUrl }))
  const [tab, setTab] = useState<EditorTab>('write')
  const [asked, setAsked] = useState<'publish' | 'schedule' | null>(null)
  const ways = waysOn(announcement, viewer)

  const leave = (way: WayOn, words: string) => {
    toast(words, { tone: 'success' })
    navigate(listPath + listAfter(way, announcement, viewer))
  }
  const go = async (way: 'save' | 'resubmit' | 'publish') => {
    setAsked(null)
    setTab('write')
    if (await editor.save(way === 'save' ? undefined : calls[way])) leave(way, DONE[way])
  }
  const choose = (way: WayOn) => {
    if (way === 'save' || way === 'resubmit') return void go(way)
    setTab('write')
    if (editor.check()) setAsked(way)
  }

  return (
    <>
      <form noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-4">
        <Notices announcement={announcement} editor={editor} />
        <EditorFields {...props} editor={editor} image={image} tab={tab} onTab={setTab} />
        <EditorBar ways={ways} editor={editor} isUploading={image.isBusy} onChoose={choose} />
      </form>
      <PublishDialog
        open={asked === 'publish'}
        onConfirm={() => void go('publish')}
        onCancel={() => setAsked(null)}
      />
      {asked === 'schedule' && (
        <ScheduleDialog
          announcement={announcement}
          title={editor.words.title.trim()}
          onClose={() => setAsked(null)}
          onPlan={async (plan, givenUp) => {
            const isDone = await editor.save((id) => calls.schedule(id, plan, givenUp), true)
            if (isDone)
              leave('schedule', `Scheduled for ${formatTimestamp(fromStationTime(plan.scheduledFor))}`)
            else if (!givenUp.aborted) setAsked(null)
          }}
        />
      )}
    </>
  )
}

/** Why it came back, who else changed it, and what is wrong with it. */
function Notices({ announcement, editor }: Pick<EditorFieldsProps, 'announcement' | 'editor'>) {
  return (
    <>
      {announcement?.rejectionReason && <Reason words={announcement.rejectionReason} />}
      {editor.conflict && (
        <ConflictBanner conflict={editor.conflict} onMine={editor.keepMine} onTheirs={editor.discard} />
      )}
      {editor.refusals > 0 && <ErrorSummary key={editor.refusals} labels={LABELS} errors={editor.errors} />}
    </>
  )
}

type EditorTab = 'write' | 'preview'
type EditorFieldsProps = AnnouncementEditorProps & {
  editor: Editor
  image: ImageUpload
  tab: EditorTab
  onTab(tab: EditorTab): void
}

function EditorFields({ viewer, announcement, editor, image, tab, onTab }: EditorFieldsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <section aria-label="Words" className="rounded-card border border-border bg-surface">
        <Tabs
          label="Write or preview"
          selected={tab}
          onSelect={onTab}
          className="overflow-hidden rounded-card"
          panelClassName="p-4 lg:p-6"
          tabs={[
            { id: 'write', label: 'Write', content: <WriteFields editor={editor} /> },
            {
              id: 'preview',
              label: 'Preview',
              content: <Preview words={editor.words} viewer={viewer} announcement={announcement} />,
            },
          ]}
        />
      </section>
      <Card className="lg:sticky lg:top-8">
        <ImageField
          words={editor.words}
          errors={editor.errors}
          image={image}
          isBusy={editor.isBusy}
          onChange={editor.change}
        />
      </Card>
    </div>
  )
}

type ScheduleDialogProps = Omit<PlanDialogProps, 'initial'> & Pick<AnnouncementEditorProps, 'announcement'>

/** Begins with the times that the station has. */
function ScheduleDialog({ announcement, ...props }: ScheduleDialogProps) {
  const { scheduledFor = null, expiresAt = null } = announcement ?? {}
  const initial = { scheduledFor: fieldTime(scheduledFor), expiresAt: fieldTime(expiresAt) }
  return <PlanDialog {...props} initial={initial} />
}

type PublishDialogProps = { open: boolean; onConfirm(): void; onCancel(): void }

function PublishDialog({ open, onConfirm, onCancel }: PublishDialogProps) {
  return (
    <AlertDialog
      open={open}
      title="Publish now?"
      confirmLabel="Publish"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>It is published right away, and everyone is notified.</p>
    </AlertDialog>
  )
}

function WriteFields({ editor }: { editor: Editor }) {
  const { words, errors, isBusy, change } = editor
  const text = (name: 'title' | 'content') => ({
    value: words[name],
    readOnly: isBusy,
    onChange: (event: { target: { value: string } }) =>
      change({ [name]: event.target.value } as Partial<Words>),
  })
  return (
    <div className="grid grid-cols-1 gap-5">
      <Field
        id="title"
        label={LABELS.title}
        hint={countWords(words.title, MAX_TITLE_LENGTH)}
        error={errors.title}
      >
        <TextInput autoComplete="off" {...text('title')} />
      </Field>
      <Field
        id="content"
        label={LABELS.content}
        hint={countWords(words.content, MAX_CONTENT_LENGTH)}
        error={errors.content}
      >
        <WriteBox {...text('content')} />
      </Field>
    </div>
  )
}

/** `120 of 5,000 characters`, as the station counts them. */
function countWords(text: string, most: number): string {
  return `${text.trim().length.toLocaleString('en')} of ${most.toLocaleString('en')} characters`
}
