import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { useSession } from '../../../session/session.ts'
import { LoadingScreen } from '../../layout/loading-screen.tsx'
import { PATHS } from '../../paths.ts'

/** Signs out and goes to the sign-in form, even if the station cannot be told. */
export function LogoutPage() {
  const { state, logout } = useSession()
  useEffect(() => {
    if (state === 'signed-in') void logout()
  }, [state, logout])
  return state === 'signed-out' ? <Navigate to={PATHS.login} replace /> : <LoadingScreen />
}
