import { expect, test } from 'vitest'

import { costsOf, day, needOf } from '../bench/capacity.mjs'

const times = (name: string, server: number, database: number) => [
  { name: name.replace('WHO', 'server'), value: server },
  { name: name.replace('WHO', 'database'), value: database },
]
const results = [
  { name: 'OpenID Connect sign-in, against its RSA operations', value: 9 },
  ...times("OpenID Connect sign-in of a returning person, the WHO's processor time", 4, 3),
  ...times('GET /api/portal/launcher/applications by session, processor time of the WHO', 0.5, 0.2),
  ...times('one of them, processor time of the WHO', 1, 0.5),
  ...times('SCIM: a user created, processor time of the WHO', 2, 1),
]

test('the costs of the page on scaling are found in the results of the benchmarks', () => {
  expect(costsOf(results).map(({ name, server, database }) => [name, server, database])).toEqual([
    ['sign-ins', 4, 3],
    ['launcher calls', 0.5, 0.2],
    ['tokens', 1, 0.5],
    ['SCIM changes', 2, 1],
  ])
})

test('ten times the people need ten times the cores, by the day that the page describes', () => {
  const costs = costsOf(results)
  const [small, large] = [needOf(100_000, costs), needOf(1_000_000, costs)]
  expect(large.server).toBeCloseTo(10 * small.server)
  expect(small.perSecond[0]?.rate).toBeCloseTo((100_000 * day.signIns * day.peakShare) / 3600)
  const each = day.signIns * 4 + day.launcherVisits * day.callsOfVisit * 0.5 + day.tokens * 1 + day.scimChanges * 2
  expect(small.server).toBeCloseTo((100_000 * day.peakShare * each) / 3600 / 1000)
})
