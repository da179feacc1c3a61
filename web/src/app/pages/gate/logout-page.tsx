import { useEffect } from 'react'
import { Redirect } from '../../../lib/router/router.tsx'
import { useSession } from '../../../session/session.ts'
import { LoadingScreen } from '../../layout/loading-screen.tsx'
import { PATHS } from '../../paths.ts'

/** Signs out and goes to the sign-in form, even if the station cannot be told, or cannot say who is signed in. */
export function LogoutPage() {
  const { state, logout } = useSession()
  useEffect(() => void logout(), [logout])
  return state === 'signed-out' ? <Redirect to={PATHS.login} /> : <LoadingScreen />
}
