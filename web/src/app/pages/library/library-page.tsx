import { Library } from '../../../features/library/library.tsx'
import { QuotaBar } from '../../../features/library/quota-bar.tsx'
import { useSession } from '../../../session/session.ts'
import { PageFrame } from '../../layout/page-frame.tsx'

/** `/library`: music, jingles and beds for the hours without a show. */
export function LibraryPage() {
  const session = useSession()
  if (session.state !== 'signed-in') return null
  return (
    <PageFrame
      title="Library"
      lead="Music, jingles and beds for the hours between shows."
      aside={<QuotaBar />}
    >
      <Library viewer={session.user} />
    </PageFrame>
  )
}
