import type { Demographics, UserStats } from '@carillon/contract/analytics/schemas'
import { type Bar, BarList } from '../charts/bar-list.tsx'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { countedWords, meanWords } from './compare.ts'

/** In the order of age; contract: in years, today. */
const AGES = {
  teens: '13–19',
  youngAdults: '20–29',
  adults: '30–49',
  middleAged: '50–64',
  seniors: '65 and over',
  unknown: 'Unknown',
} as const satisfies Record<keyof Demographics['ageGroups'], string>

const GENDERS = {
  female: 'Female',
  male: 'Male',
  other: 'Other',
  unknown: 'Unknown',
} as const satisfies Record<keyof Demographics['gender'], string>

/** Chart of people by age, as far as they gave it. */
export function AgeChart({ demographics }: { demographics: Demographics }) {
  const { ageGroups, usersWithBirthdate, totalUsers } = demographics
  return (
    <GroupChart
      question="How old are our members?"
      groups={ageGroups}
      names={AGES}
      given={usersWithBirthdate}
      total={totalUsers}
      what="their date of birth"
    />
  )
}

/** Which gender the people of the station have, as far as they said. */
export function GenderChart({ demographics }: { demographics: Demographics }) {
  const { gender, usersWithGender, totalUsers } = demographics
  return (
    <GroupChart
      question="What gender are our members?"
      groups={gender}
      names={GENDERS}
      given={usersWithGender}
      total={totalUsers}
      what="their gender"
    />
  )
}

type GroupChartProps<Name extends string> = {
  question: string
  groups: Record<Name, number>
  names: Record<Name, string>
  /** Number of people who gave it, of how many. */
  given: number
  total: number
  what: string
}

/** Groups of people in their own order, who is unknown last and grey. */
function GroupChart<Name extends string>(props: GroupChartProps<Name>) {
  const { question, groups, names, given, total, what } = props
  const bars = barsOf(groups, names)
  return (
    <ChartFigure
      question={question}
      summary={`${meanWords(given)} of ${countedWords(total, 'user')} gave ${what}.`}
      unit="People; groups of fewer than five count as unknown, except for administrators"
      empty={total === 0 ? 'Nobody has an account yet' : undefined}
      table={{ head: ['Group', 'People'], rows: bars.map(({ name, value }) => [name, meanWords(value)]) }}
    >
      <BarList label={question} bars={bars} />
    </ChartFigure>
  )
}

function barsOf<Name extends string>(groups: Record<Name, number>, names: Record<Name, string>): Bar[] {
  const keys = Object.keys(names) as Name[]
  return keys.map((key) => ({
    name: names[key],
    value: groups[key],
    words: countedWords(groups[key], 'person', 'people'),
    isQuiet: key === 'unknown',
  }))
}

/** Chart of accounts by role; for administrators. */
export function RolesChart({ users }: { users: UserStats }) {
  const counts = [
    ['Listeners', users.listeners],
    ['DJs', users.djs],
    ['Moderators', users.moderators],
    ['Admins', users.admins],
  ] as const
  return (
    <ChartFigure
      question="How many people have each role?"
      summary={`${countedWords(users.totalUsers, 'person', 'people')}, ${meanWords(users.newUsersThisMonth)} of them new this month.`}
      unit="People, by role"
      table={{ head: ['Role', 'People'], rows: counts.map(([name, count]) => [name, meanWords(count)]) }}
    >
      <BarList
        label="People by role"
        bars={counts.map(([name, value]) => ({
          name,
          value,
          words: countedWords(value, 'person', 'people'),
        }))}
      />
    </ChartFigure>
  )
}
