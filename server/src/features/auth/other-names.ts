import type { OtherNames } from '../../http/route.ts'

/** Names of a person's fields on other servers; the specification knows them too, and we answer with ours alone. */
export const OTHER_USER_NAMES: OtherNames = {
  firstName: 'firstname',
  lastName: 'lastname',
  fullName: 'firstname and lastname',
  username: 'email',
}
