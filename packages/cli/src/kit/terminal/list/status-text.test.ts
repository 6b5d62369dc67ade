import { createWords, englishMessages } from '@portico/core'
import { expect, it } from 'vitest'

import { widthOf } from '../../output/width.ts'
import { rowChanges, changesText } from './row-changes.ts'
import { statusText } from './table.tsx'

const words = createWords('en', englishMessages)

const full = {
  place: '3 of 12 (of 40)',
  filter: 'robot',
  marks: 2,
  sorted: 'sorted by Name, descending',
  isFetching: true,
  changed: '1 new',
  detail: 'Certificate 1: 5 days left',
}

it('the line below a list is never cut: its least important parts give way', () => {
  const whole = statusText(words, 200, full)
  expect(whole).toBe(
    '3 of 12 (of 40) - Certificate 1: 5 days left - filter: robot - sorted by Name, descending - 2 marked - 1 new - reading…',
  )
  const texts = Array.from({ length: 185 }, (_, at) => [at + 15, statusText(words, at + 15, full)] as const)
  for (const [width, text] of texts) {
    expect(widthOf(text), text).toBeLessThanOrEqual(width)
    for (const part of text.split(' - ').filter((one) => !one.startsWith('Certificate')))
      expect(whole.split(' - ')).toContain(part)
  }
  expect(statusText(words, 27, full)).toBe('3 of 12 (of 40) - 2 marked')
  expect(statusText(words, 15, full)).toBe('3 of 12 (of 40)')
})

it('a sentence about the row that does not fit is cut with a hint, and a time is whole or not there', () => {
  const text = statusText(words, 70, { ...full, detail: 'The provider says that access was denied (access_denied).' })
  expect(text).toBe('3 of 12 (of 40) - The provider say… - filter: robot - 2 marked - 1 new')
  const times = 'Changed 2026-11-21 09:00:00 UTC'
  expect(statusText(words, 45, { ...full, detail: '', times, marks: 0, changed: undefined, filter: '' })).toBe(
    '3 of 12 (of 40)',
  )
  expect(statusText(words, 60, full)).toBe('3 of 12 (of 40) - filter: robot - 2 marked - 1 new')
})

it('rows that were added, changed or removed are recognised by their ids', () => {
  const idOf = ({ id }: { id: string }) => id
  const changes = rowChanges(
    [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
      { id: 'c', name: 'C' },
    ],
    [
      { id: 'd', name: 'D' },
      { id: 'a', name: 'A' },
      { id: 'b', name: 'Bee' },
    ],
    idOf,
  )
  expect([[...changes.added], [...changes.changed], changes.gone]).toEqual([['d'], ['b'], 1])
  expect(changesText(changes, words)).toBe('1 new, 1 changed, 1 gone')
  expect(changesText(rowChanges([], [], idOf), words)).toBeUndefined()
})
