/** A station's past, and what its numbers have to be: counted in plain loops over the values that were written. */

import type { DetailedBroadcast } from '@carillon/contract/analytics/schemas'
import { DAY_MS, MINUTE_MS } from '@carillon/contract/durations'
import { toLocalDateTime } from '@carillon/contract/time'
import { expect } from 'vitest'
import { imaginePast, type PastPerson, type PastShow } from './past.ts'

/** 20 November 2026, 3 PM in Manila. */
export const NOW = new Date('2026-11-20T07:00:00Z')
/** Past of the station. */
export const PAST = imaginePast(NOW, 6)
const TODAY = '2026-11-20'
const MINUTE_SECONDS = 60

/** Holds what a show is said to have come to against what was written of it. */
export function expectNumbers({ broadcast, ...numbers }: DetailedBroadcast): void {
  const show = PAST.shows.find(({ id }) => id === broadcast.id)
  if (!show) throw new Error(`no show ${broadcast.id}`)
  const lasted = show.status === 'SCHEDULED' ? 0 : minutesOf(show)
  expect(broadcast).toMatchObject({ title: `Show ${show.id}`, status: show.status })
  expect(numbers).toMatchObject({
    durationMinutes: near(lasted),
    averageListeners: near(lasted ? listenedTo(show) / MINUTE_SECONDS / lasted : 0),
    listeningMinutes: near(listenedTo(show) / MINUTE_SECONDS),
    chatMessages: kept(show.messages),
    songRequests: kept(show.requests),
    pollVotes: sum(show.polls.map(({ isRemoved, votes }) => (isRemoved ? 0 : votes))),
  })
}

/** Expected sums of a range with these shows. */
export function periodOf(shows: PastShow[]): object {
  const over = shows.filter(({ status }) => status === 'ENDED')
  const { day: _, ...counts } = perDayOf('', shows)
  return {
    ...counts,
    averageDuration: near(mean(over.map(minutesOf))),
    requestsPerBroadcast: near(mean(over.map(({ requests }) => kept(requests)))),
    messagesPerBroadcast: near(mean(over.map(({ messages }) => kept(messages)))),
  }
}

/** Expected sums of a day with these shows. */
export function perDayOf(day: string, shows: PastShow[]) {
  return {
    day,
    broadcasts: shows.length,
    chatMessages: sum(shows.map(({ messages }) => kept(messages))),
    songRequests: sum(shows.map(({ requests }) => kept(requests))),
    peakListeners: Math.max(0, ...shows.map(({ peak }) => peak)),
    listeningMinutes: near(sum(shows.map(listenedTo)) / MINUTE_SECONDS),
  }
}

/** A show's listeners minute by minute: of several instances that had it within one, each knew of all listeners. */
export function curveOf({ samples }: PastShow): object[] {
  const minutes = [...new Set(samples.map(({ minute }) => minute.toISOString()))]
  return minutes.map((at) => {
    const those = samples.filter(({ minute }) => minute.toISOString() === at)
    return {
      at,
      listeners: sum(those.map(({ listeners }) => listeners)),
      peak: Math.max(...those.map(({ peak }) => peak)),
    }
  })
}

/** Expected numbers of people by age and gender; groups that are smaller than `smallest` are unknown. */
export function groupsOf(people: PastPerson[], smallest: number): object {
  const ages = people.map(({ birthdate }) => (birthdate ? ageOf(birthdate) : -1))
  const between = (from: number, to: number) => ages.filter((age) => age >= from && age < to).length
  const of = (gender: string) => people.filter((each) => each.gender === gender).length
  const shown = (count: number) => (count < smallest ? 0 : count)
  const ageGroups = {
    teens: shown(between(13, 20)),
    youngAdults: shown(between(20, 30)),
    adults: shown(between(30, 50)),
    middleAged: shown(between(50, 65)),
    seniors: shown(between(65, 200)),
  }
  const gender = { male: shown(of('MALE')), female: shown(of('FEMALE')), other: shown(of('OTHER')) }
  const agesUnknown = people.length - sum(Object.values(ageGroups))
  const gendersUnknown = people.length - sum(Object.values(gender))
  return {
    ageGroups: { ...ageGroups, unknown: agesUnknown },
    gender: { ...gender, unknown: gendersUnknown },
    totalUsers: people.length,
    usersWithBirthdate:
      smallest === 1 ? people.filter(({ birthdate }) => birthdate).length : people.length - agesUnknown,
    usersWithGender: people.length - gendersUnknown,
  }
}

function ageOf(birthdate: string): number {
  const years = Number(TODAY.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return TODAY.slice(5) < birthdate.slice(5) ? years - 1 : years
}

/** Those that began on one of this many days, today the last. */
export function within(shows: readonly PastShow[], days: number | undefined): PastShow[] {
  return shows.filter(({ start }) => days === undefined || dayOf(start) >= dayBefore(days - 1))
}

/** Length of a show in minutes. */
export function minutesOf({ status, start, end }: PastShow): number {
  return ((status === 'LIVE' ? NOW : end).getTime() - start.getTime()) / MINUTE_MS
}

/** For how many seconds people listened to a show. */
export const listenedTo = ({ samples }: PastShow) =>
  sum(samples.map(({ listeningSeconds }) => listeningSeconds))
/** For how many minutes each listener did. */
export const perArrival = (show: PastShow) => {
  const arrivals = sum(show.samples.map((each) => each.arrivals))
  return arrivals > 0 ? listenedTo(show) / MINUTE_SECONDS / arrivals : 0
}
/** Number of those not removed. */
export const kept = (removals: boolean[]) => removals.filter((isRemoved) => !isRemoved).length
/** All together; of nothing 0. */
export const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
/** Of nothing it is 0. */
export const mean = (numbers: number[]) => (numbers.length > 0 ? sum(numbers) / numbers.length : 0)
/** A number that was rounded on its way. */
export const near = (value: number) => expect.closeTo(value, 1)
/** By the calendar in Manila. */
export const dayOf = (at: Date) => toLocalDateTime(at, 'Asia/Manila').slice(0, 10)
/** This many days before today. */
export const dayBefore = (days: number) => dayOf(new Date(NOW.getTime() - days * DAY_MS))
