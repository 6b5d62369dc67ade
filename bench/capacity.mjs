// What a deployment needs at its busiest hour, calculated from measured processor times:
//   node bench/run.mjs --json --only launcher-call --only token-endpoint --only sign-ins --only scim > figures.json
//   node bench/capacity.mjs figures.json
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** What one person, or one tenant with its programs and its directory, does on a working day; a fifth of it in the busiest hour. */
export const day = { peakShare: 0.2, signIns: 1.5, launcherVisits: 8, callsOfVisit: 2, tokens: 0.5, scimChanges: 0.05 }

export const sizes = [
  { tenants: 1, people: 1_000 },
  { tenants: 10, people: 10_000 },
  { tenants: 100, people: 100_000 },
  { tenants: 1_000, people: 1_000_000 },
  { tenants: 10_000, people: 10_000_000 },
]

/** Each kind of call: how often a person causes it on a day, and the rows of the benchmarks that have its processor time. */
const calls = [
  {
    name: 'sign-ins',
    each: day.signIns,
    row: /^OpenID Connect sign-in of a returning person, the (server|database)'s processor time$/,
  },
  {
    name: 'launcher calls',
    each: day.launcherVisits * day.callsOfVisit,
    row: /^GET \/api\/portal\/launcher\/applications by session, processor time of the (server|database)$/,
  },
  { name: 'tokens', each: day.tokens, row: /^one of them, processor time of the (server|database)$/ },
  {
    name: 'SCIM changes',
    each: day.scimChanges,
    row: /^SCIM: a user created, processor time of the (server|database)$/,
  },
]

/** Milliseconds of server and database for each kind of call, from the results of a run. */
export function costsOf(results) {
  return calls.map(({ name, each, row }) => {
    const of = (who) => results.find((one) => row.exec(one.name)?.[1] === who)?.value
    return { name, each, server: of('server'), database: of('database') }
  })
}

/** Calls a second and cores at the busiest hour of a deployment with this number of people. */
export function needOf(people, costs) {
  const perSecond = costs.map(({ name, each }) => ({ name, rate: (people * each * day.peakShare) / 3600 }))
  const cores = (who) => costs.reduce((sum, cost, at) => sum + (perSecond[at].rate * cost[who]) / 1000, 0)
  return { perSecond, server: cores('server'), database: cores('database') }
}

function main(file) {
  const costs = costsOf(JSON.parse(readFileSync(file, 'utf8')).results)
  const line = (cells) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
  line(['Call', 'Server, ms', 'Database, ms'])
  line(['---', '---', '---'])
  for (const { name, server, database } of costs) line([name, server, database])
  process.stdout.write('\n')
  line([
    'Tenants',
    'People',
    ...costs.map(({ name }) => `${name} a second`),
    'Cores of servers',
    'Cores of the database',
  ])
  line(['---', '---', ...costs.map(() => '---'), '---', '---'])
  for (const { tenants, people } of sizes) {
    const { perSecond, server, database } = needOf(people, costs)
    const rounded = (value) => (value < 10 ? value.toPrecision(2) : Math.round(value).toString())
    line([tenants, people, ...perSecond.map(({ rate }) => rounded(rate)), rounded(server), rounded(database)])
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv[2])
