import { type Demographics, SMALLEST_GROUP } from '@carillon/contract/analytics/schemas'

/** Numbers of people by age and by gender. */
export type Groups = Omit<Demographics, 'lastUpdated'>

/**
 * The same without groups so small that somebody could be told in them: their people are counted as unknown, and as not
 * having said, so that no number less another gives them away.
 */
export function mergeSmallGroups({ totalUsers, ageGroups, gender }: Groups): Groups {
  const shown = { ageGroups: fold(ageGroups, totalUsers), gender: fold(gender, totalUsers) }
  return {
    ...shown,
    totalUsers,
    usersWithBirthdate: totalUsers - shown.ageGroups.unknown,
    usersWithGender: totalUsers - shown.gender.unknown,
  }
}

function fold<Names extends string>(groups: Record<Names, number>, total: number): Record<Names, number> {
  const merged = { ...groups }
  let unknown = total
  for (const name in merged) {
    if (name === 'unknown') continue
    if (merged[name] < SMALLEST_GROUP) merged[name] = 0
    unknown -= merged[name]
  }
  return { ...merged, unknown }
}
