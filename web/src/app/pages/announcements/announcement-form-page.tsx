import type { Upload } from '../../../api/upload.ts'
import { AnnouncementEditor } from '../../../features/announcements/editor/announcement-editor.tsx'
import { EditAnnouncement } from '../../../features/announcements/editor/edit-announcement.tsx'
import { useParams } from '../../../lib/router/routes.tsx'
import { displayNameOf } from '../../../session/display-name.ts'
import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import { PATHS } from '../../paths.ts'

/** `/announcements/create` and `/announcements/edit/{id}`: the same form. `upload` is the page's unless a test brings its own. */
export function AnnouncementFormPage({ upload }: { upload?: Upload }) {
  const { id } = useParams()
  const session = useSession()
  const isNew = id === undefined
  return (
    <PageFrame title={isNew ? 'Create announcement' : 'Edit announcement'}>
      {session.state === 'signed-in' && (
        <Form
          key={`${session.user.id} ${id}`}
          id={isNew ? null : Number(id)}
          viewer={{ id: session.user.id, role: session.user.role, name: displayNameOf(session.user) }}
          {...(upload && { upload })}
        />
      )}
    </PageFrame>
  )
}

type FormProps = {
  id: number | null
  viewer: Parameters<typeof AnnouncementEditor>[0]['viewer']
  upload?: Upload
}

function Form({ id, ...rest }: FormProps) {
  const shared = { ...rest, listPath: PATHS.announcements }
  if (id === null) return <AnnouncementEditor {...shared} announcement={null} />
  return <EditAnnouncement {...shared} id={id} />
}
