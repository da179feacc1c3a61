import { useEffect } from 'react'
import { Redirect } from '../../../lib/router/router.tsx'
import { useSession } from '../../../session/session.ts'
import { toast } from '../../../ui/toast.ts'
import { LoadingScreen } from '../../layout/loading-screen.tsx'
import { PATHS } from '../../paths.ts'

/** An address that leads nowhere: off to `/`, with a polite word about it. */
export function NotFound() {
  const { state } = useSession()
  useEffect(() => {
    if (state === 'signed-out') toast('Page not found, showing Listen')
    if (state === 'signed-in') toast('Page not found, showing your home page')
  }, [state])
  return state === 'loading' ? <LoadingScreen /> : <Redirect to={PATHS.root} />
}
