import type { User } from '@carillon/contract/auth/schemas'
import { useSession } from '../../../session/session.ts'
import type { LoginInput } from '../../../session/session-store.ts'

/** Signs in and passes on who is; gives what went wrong, null for nothing. */
export function useSignIn(onSignedIn: (user: User) => void): (input: LoginInput) => Promise<unknown> {
  const { login } = useSession()
  return async (input) => {
    try {
      onSignedIn(await login(input))
      return null
    } catch (error) {
      return error
    }
  }
}
