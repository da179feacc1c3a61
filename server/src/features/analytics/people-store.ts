import type { UserStats } from '@carillon/contract/analytics/schemas'
import { type QueryExecutorProvider, sql } from 'kysely'
import { exactlyOne } from '../../db/rows.ts'
import type { Groups } from './fold.ts'

/** Numbers of accounts by role, and of those made since `month` began. */
export async function countUsers(db: QueryExecutorProvider, month: Date): Promise<UserStats> {
  const { rows } = await sql<UserStats>`
    SELECT count(*) AS "totalUsers",
      count(*) FILTER (WHERE role = 'LISTENER') AS listeners,
      count(*) FILTER (WHERE role = 'DJ') AS djs,
      count(*) FILTER (WHERE role = 'ADMIN') AS admins,
      count(*) FILTER (WHERE role = 'MODERATOR') AS moderators,
      count(*) FILTER (WHERE created_at >= ${month}) AS "newUsersThisMonth"
    FROM users`.execute(db)
  return exactlyOne(rows)
}

type GroupCounts = Groups['ageGroups'] & Groups['gender'] & Omit<Groups, 'ageGroups' | 'gender'>
type Counts = Omit<GroupCounts, 'unknown'>

/** Numbers of people by age on the day `today`, and by gender; the age of anyone younger than a teen is unknown. */
export async function countGroups(db: QueryExecutorProvider, today: string): Promise<Groups> {
  const aged = (from: number) => sql`birthdate <= ${today}::date - make_interval(years => ${from})`
  const between = (from: number, to: number) => sql`${aged(from)} AND NOT ${aged(to)}`
  const { rows } = await sql<Counts>`
    SELECT count(*) AS "totalUsers",
      count(birthdate) AS "usersWithBirthdate",
      count(*) FILTER (WHERE gender <> '') AS "usersWithGender",
      count(*) FILTER (WHERE ${between(13, 20)}) AS teens,
      count(*) FILTER (WHERE ${between(20, 30)}) AS "youngAdults",
      count(*) FILTER (WHERE ${between(30, 50)}) AS adults,
      count(*) FILTER (WHERE ${between(50, 65)}) AS "middleAged",
      count(*) FILTER (WHERE ${aged(65)}) AS seniors,
      count(*) FILTER (WHERE gender = 'MALE') AS male,
      count(*) FILTER (WHERE gender = 'FEMALE') AS female,
      count(*) FILTER (WHERE gender = 'OTHER') AS other
    FROM users`.execute(db)
  return groupsOf(exactlyOne(rows))
}

function groupsOf({ totalUsers, usersWithBirthdate, usersWithGender, ...counts }: Counts): Groups {
  const { male, female, other, ...ages } = counts
  const known = Object.values(ages).reduce((sum, count) => sum + count, 0)
  return {
    ageGroups: { ...ages, unknown: totalUsers - known },
    gender: { male, female, other, unknown: totalUsers - usersWithGender },
    totalUsers,
    usersWithBirthdate,
    usersWithGender,
  }
}
