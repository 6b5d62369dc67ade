import { expect, it } from 'vitest'

import { isFirstLevel, type Place } from '../../../kit/terminal/app/place.ts'
import { sidebarEntries } from './sidebar.ts'

it.each(sidebarEntries.map(({ label, place }) => [label, place('e')] as const))(
  'Esc does not leave the list of the sidebar: %s',
  (_, place) => {
    expect(place !== undefined && isFirstLevel(place)).toBe(true)
  },
)

it('Esc leaves every other list', () => {
  const own = new Set(sidebarEntries.map(({ place }) => place('e')?.view))
  const opened = sidebarEntries.flatMap(({ views }) => views).filter((view) => !own.has(view))
  expect(opened).toEqual(
    expect.arrayContaining([
      'scim',
      'scim-inbox',
      'scim-unseen',
      'provisioning-behind',
      'provisioning-taken',
      'openers',
    ]),
  )
  const ofOne: readonly Place[] = [
    { view: 'groups', id: 'main' },
    { view: 'audit', target: { kind: 'person', id: 'p', name: 'Ada' } },
  ]
  const places = [...opened.map((view) => ({ view }) as Place), ...ofOne]
  expect(places.filter((place) => isFirstLevel(place))).toEqual([])
})
