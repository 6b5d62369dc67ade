import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { cpuEach } from '../support/cpu-each.mjs'
import { perSecond, send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'
import { percentiles, timesOf } from '../support/percentiles.mjs'
import { openDirectory, userNamed } from '../support/scim-directory.mjs'

// A directory sends thousands; the first ones after the start of a server take twice as long.
const warmUp = 2000
const creates = 2000
const members = 5000
const patches = 1000
const lookups = 200
const atOnce = 16

/** What a directory asks of the SCIM service, compared with inserts of single rows by the same driver on as many connections. */
export async function measure({ demo }) {
  const server = await demo.start()
  const dataDir = join(demo.folder, 'data')
  const directory = await openDirectory(server, demo.folder)
  const inserts = await insertsPerSecond(dataDir)

  const ids = []
  const create = (name) => ({
    ...directory.request('POST', '/Users', userNamed(name)),
    answered: (text) => void ids.push(JSON.parse(text).id),
  })
  const run = randomUUID()
  await perSecond(server.origin, warmUp, (n) => create(`warm-${run}-${n}`), { status: 201 })
  const { value: created, rows: ofCreates } = await cpuEach(
    { name: 'SCIM: a user created', pid: server.pid, dataDir, count: creates },
    () => perSecond(server.origin, creates, (n) => create(`user-${run}-${n}`), { status: 201 }),
  )
  await perSecond(server.origin, members + 1 - ids.length, (n) => create(`more-${run}-${n}`), { status: 201 })

  const [one, ...others] = ids
  const agent = new Agent({ keepAlive: true })
  const ask = (method, path, body, status = 200) =>
    send(server.origin, agent, directory.request(method, path, body), status)
  const groupOf = async (values) => {
    const body = { displayName: randomUUID(), members: values.map((value) => ({ value })) }
    return JSON.parse(await ask('POST', '/Groups?attributes=id', body, 201)).id
  }
  const patchesPerSecond = (group, status) =>
    perSecond(
      server.origin,
      patches,
      (n) =>
        directory.request('PATCH', `/Groups/${group}?attributes=id`, {
          Operations: [
            n % 2 === 0
              ? { op: 'add', path: 'members', value: [{ value: one }] }
              : { op: 'remove', path: `members[value eq "${one}"]` },
          ],
        }),
      { status },
    )
  const small = await groupOf(others.slice(0, 5))
  const large = await groupOf(others.slice(0, members))
  const status = 200
  await patchesPerSecond(small, status)
  const ofSmall = await patchesPerSecond(small, status)
  const { value: ofLarge, rows: ofPatches } = await cpuEach(
    { name: `SCIM: a member added or removed in a group of ${members}`, pid: server.pid, dataDir, count: patches },
    () => patchesPerSecond(large, status),
  )

  const found = async (filter) => {
    const answer = JSON.parse(await ask('GET', `/Users?${new URLSearchParams({ filter })}`))
    if (answer.totalResults !== 1) throw new Error(`${filter} found ${answer.totalResults}`)
  }
  const byName = percentiles(await timesOf(lookups, (n) => found(`userName eq "USER-${run}-${n}"`)))
  const byId = percentiles(await timesOf(lookups, (n) => found(`externalId eq "user-${run}-${n}"`)))
  const read = percentiles(await timesOf(lookups, (n) => ask('GET', `/Users/${ids[n]}`)))
  agent.destroy()
  return [
    result({
      name: 'SCIM: users created, against inserts of one row',
      value: created,
      unit: 'a second',
      baseline: inserts,
      target: 0.4,
      at: 'least',
    }),
    ...ofCreates,
    result({
      name: `SCIM: members added and removed in a group of ${members}, against one of 5`,
      value: ofLarge,
      unit: 'a second',
      baseline: ofSmall,
    }),
    ...ofPatches,
    ...[
      { name: 'userName', p95: byName.p95 },
      { name: 'externalId', p95: byId.p95 },
    ].map(({ name, p95 }) =>
      result({
        name: `SCIM: look-up by ${name} among ${ids.length} users, p95, against reading one by its id`,
        value: p95,
        unit: 'ms',
        baseline: read.p95,
      }),
    ),
  ]
}

/** Rows with the same JSON and one unique index, each in a separate transaction. */
async function insertsPerSecond(dataDir) {
  const clients = await Promise.all(Array.from({ length: atOnce }, () => connectOwner(dataDir)))
  const [first] = clients
  await first.query('create table bench_rows (id uuid primary key, name text unique, resource jsonb not null)')
  const insert = async (client, from, count) => {
    for (let n = from; n < from + count; n += 1) {
      const user = userNamed(`row-${n}`)
      const values = [randomUUID(), user.userName, JSON.stringify(user)]
      await client.query({ name: 'insert', text: 'insert into bench_rows values ($1, $2, $3)', values })
    }
  }
  const each = creates / atOnce
  await Promise.all(clients.map((client, at) => insert(client, 1e6 + at * 100, 10)))
  const begin = performance.now()
  await Promise.all(clients.map((client, at) => insert(client, at * each, each)))
  const seconds = (performance.now() - begin) / 1000
  await first.query('drop table bench_rows')
  await Promise.all(clients.map((client) => client.end()))
  return creates / seconds
}
