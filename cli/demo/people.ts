import type { Role } from '@carillon/contract/roles'

/** The one password of everyone in a demonstration station. */
export const DEMO_PASSWORD = 'carillon'

export type DemoPerson = {
  email: string
  firstname: string
  lastname: string
  role: Role
  birthdate: string
  gender: 'MALE' | 'FEMALE' | 'OTHER' | ''
}

const person = (
  role: Role,
  firstname: string,
  lastname: string,
  birthdate: string,
  gender: DemoPerson['gender'],
): DemoPerson => ({ email: emailOf(firstname, lastname), firstname, lastname, role, birthdate, gender })

/** Everyone of the campus: at least one of every role. The address comes from the name and is never a real one. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person('ADMIN', 'Teresa', 'Villanueva', '1979-06-12', 'FEMALE'),
  person('MODERATOR', 'Paolo', 'Torres', '2001-03-08', 'MALE'),
  person('MODERATOR', 'Liza', 'Mangahas', '1999-10-30', 'FEMALE'),
  person('DJ', 'Mikael', 'Reyes', '2003-01-19', 'MALE'),
  person('DJ', 'Jana', 'Ramos', '2004-08-02', 'FEMALE'),
  person('DJ', 'Kiko', 'Dela Cruz', '2002-05-27', 'MALE'),
  person('DJ', 'Bea', 'Salonga', '2005-11-14', 'FEMALE'),
  person('LISTENER', 'Ana', 'Cruz', '2006-04-21', 'FEMALE'),
  person('LISTENER', 'Marco', 'Bautista', '2005-09-09', 'MALE'),
  person('LISTENER', 'Isabel', 'Aquino', '2007-02-17', 'FEMALE'),
  person('LISTENER', 'Rafael', 'Domingo', '2004-12-01', 'MALE'),
  person('LISTENER', 'Tala', 'Magsaysay', '2006-07-25', 'OTHER'),
  person('LISTENER', 'Noel', 'Pangilinan', '1971-05-05', 'MALE'),
  person('LISTENER', 'Corazon', 'Mendoza', '1958-01-28', 'FEMALE'),
  person('LISTENER', 'Jomar', 'Ocampo', '2003-06-16', ''),
  person('LISTENER', 'Althea', 'Navarro', '2005-03-03', 'FEMALE'),
]

function emailOf(firstname: string, lastname: string): string {
  const local = `${firstname}.${lastname}`.toLowerCase().replaceAll(' ', '')
  return `${local}@campus.example`
}
