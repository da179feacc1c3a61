import { describe, expect, test } from 'vitest'
import { addressOf, emptyWords, readFilters } from './people-filters.ts'

const read = (address: string) => readFilters(new URLSearchParams(address))

describe('the filters in the address', () => {
  test('[SH62] an address and its filters say the same, pages counted from 1', () => {
    const filters = {
      q: 'ana',
      role: 'DJ',
      status: 'BANNED',
      page: 2,
      order: { column: 'name', descending: true },
    } as const
    expect(addressOf(filters).toString()).toBe('q=ana&role=dj&status=banned&sort=-name&page=3')
    expect(readFilters(addressOf(filters))).toEqual(filters)
  })

  test('[SH62] what is as at the start is not in the address', () => {
    expect(addressOf(read('')).toString()).toBe('')
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'role=KING',
    'status=',
    'sort=constructor',
    'sort=-',
  ])('[SH62] %s is left out', (address) => {
    expect(read(address)).toEqual({ q: '', role: null, status: null, page: 0, order: null })
  })

  test('[SH70] nobody found is said with the words that were looked for', () => {
    expect(emptyWords(read('q=x'))).toBe('No one matches “x”')
    expect(emptyWords(read('q=x&role=dj'))).toBe('No one matches “x” with these filters')
    expect(emptyWords(read('status=banned'))).toBe('No one matches these filters')
  })
})
