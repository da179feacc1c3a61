import { SMALLEST_GROUP } from '@carillon/contract/analytics/schemas'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Groups, mergeSmallGroups } from './fold.ts'

const count = fc.oneof(fc.nat(8), fc.nat(4_000))
const ages = fc.record({ teens: count, youngAdults: count, adults: count, middleAged: count, seniors: count })
const genders = fc.record({ male: count, female: count, other: count })

/** People of these ages and genders, and others that did not say. */
const groups = fc.record({ ages, genders, silent: count }).map(({ ages, genders, silent }): Groups => {
  const sum = (counts: object) => Object.values(counts).reduce((total, each) => total + each, 0)
  const totalUsers = Math.max(sum(ages), sum(genders)) + silent
  return {
    ageGroups: { ...ages, unknown: totalUsers - sum(ages) },
    gender: { ...genders, unknown: totalUsers - sum(genders) },
    totalUsers,
    usersWithBirthdate: sum(ages),
    usersWithGender: sum(genders),
  }
})

it('[AN8] a group is as it is, or so small that nobody is shown in it', () => {
  fc.assert(
    fc.property(groups, (whole) => {
      const { ageGroups, gender } = mergeSmallGroups(whole)
      const before = { ...whole.ageGroups, ...whole.gender }
      for (const [name, shown] of Object.entries({ ...ageGroups, ...gender })) {
        if (name === 'unknown') continue
        const was = before[name as keyof typeof before]
        expect(shown).toBe(was < SMALLEST_GROUP ? 0 : was)
      }
    }),
  )
})

it('[AN8] nobody is lost, and who is said to have told is who is shown', () => {
  fc.assert(
    fc.property(groups, (whole) => {
      const merged = mergeSmallGroups(whole)
      const sum = (counts: object) => Object.values(counts).reduce((total, each) => total + each, 0)
      expect([sum(merged.ageGroups), sum(merged.gender)]).toEqual([whole.totalUsers, whole.totalUsers])
      expect(merged.usersWithBirthdate).toBe(whole.totalUsers - merged.ageGroups.unknown)
      expect(merged.usersWithGender).toBe(whole.totalUsers - merged.gender.unknown)
    }),
  )
})

it('[AN8] who is in a small group cannot be told from who did not say', () => {
  fc.assert(
    fc.property(groups, (whole) => {
      const silenced = structuredClone(whole)
      for (const groupCounts of [silenced.ageGroups, silenced.gender]) silence(groupCounts)
      silenced.usersWithBirthdate = silenced.totalUsers - silenced.ageGroups.unknown
      silenced.usersWithGender = silenced.totalUsers - silenced.gender.unknown
      expect(mergeSmallGroups(silenced)).toEqual(mergeSmallGroups(whole))
    }),
  )
})

/** As if those in small groups had said nothing. */
function silence(groupCounts: Record<string, number>): void {
  for (const [name, people] of Object.entries(groupCounts)) {
    if (name === 'unknown' || people >= SMALLEST_GROUP) continue
    groupCounts[name] = 0
    groupCounts.unknown = (groupCounts.unknown ?? 0) + people
  }
}
