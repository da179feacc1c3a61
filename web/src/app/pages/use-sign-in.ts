import { useNavigate } from 'react-router'
import { useSession } from '../../session/session.tsx'
import type { LoginInput } from '../../session/session-store.ts'
import { homeOf } from '../paths.ts'

/** Signs in and goes to the home of the role; gives what went wrong, null for nothing. */
export function useSignIn(): (input: LoginInput) => Promise<unknown> {
  const { login } = useSession()
  const navigate = useNavigate()
  return async (input) => {
    try {
      const user = await login(input)
      navigate(homeOf(user.role), { replace: true })
      return null
    } catch (error) {
      return error
    }
  }
}
