import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { fillScim } from '../support/fill-scim.mjs'
import { send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'
import { percentiles, timesOf } from '../support/percentiles.mjs'
import { openDirectory, userNamed } from '../support/scim-directory.mjs'

const target = 1.3
const rounds = 5
const samples = 40

export const sizes = { small: { users: 1_000, members: 50 }, large: { users: 1_000_000, members: 50_000 } }

/** The SCIM service for a provider of 1,000,000 users and a group of 50,000, beside one of 1,000 and 50 in the same deployment. */
export async function measure({ demo }) {
  const server = await demo.start()
  const client = await connectOwner(join(demo.folder, 'data'))
  const agent = new Agent({ keepAlive: true })
  const before = residentMiB(server.pid)
  const open = async (size) => {
    const directory = await openDirectory(server, demo.folder)
    const begin = performance.now()
    const filled = await fillScim(client, { ...size, providerId: directory.id })
    process.stderr.write(`  ${size.users} users: filled in ${Math.round((performance.now() - begin) / 1000)} s\n`)
    return callsOf(server, agent, { ...size, ...filled, directory })
  }
  const [small, large] = [await open(sizes.small), await open(sizes.large)]
  await client.end()

  const results = []
  for (const name of Object.keys(small)) {
    // In turns, so that both meet the same noise.
    const times = { small: [], large: [] }
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(...(await timesOf(samples, () => small[name]())))
      times.large.push(...(await timesOf(samples, () => large[name]())))
    }
    for (const which of ['p50', 'p95'])
      results.push(
        result({
          name: `SCIM, 1,000,000 users against 1,000: ${name}, ${which}`,
          value: percentiles(times.large)[which],
          unit: 'ms',
          baseline: percentiles(times.small)[which],
          target,
        }),
      )
  }
  agent.destroy()
  const after = residentMiB(server.pid)
  results.push(
    result({
      name: 'SCIM: memory of the server after it, against before',
      value: after,
      unit: 'MiB',
      baseline: before,
    }),
  )
  return results
}

function callsOf({ origin }, agent, { users, first, last, groupId, directory }) {
  const ask = async (method, path, body, status = 200) =>
    send(origin, agent, directory.request(method, path, body), status)
  const domain = directory.id.slice(0, 8)
  const listed = async (query, count) => {
    const { totalResults, Resources } = JSON.parse(await ask('GET', `/Users?${new URLSearchParams(query)}`))
    if (Resources.length !== count) throw new Error(`${JSON.stringify(query)} found ${Resources.length}`)
    return totalResults
  }
  const any = () => 1 + Math.floor(Math.random() * users)
  let turn = 0
  let walked = users
  const member = () => ({ op: (turn += 1) % 2 === 0 ? 'add' : 'remove', path: 'members', value: [{ value: first }] })
  return {
    'look-up by userName': () => listed({ filter: `userName eq "USER-${any()}@${domain}"` }, 1),
    'look-up by externalId': () => listed({ filter: `externalId eq "user-${any()}@${domain}"` }, 1),
    'look-up of an unknown user': () => listed({ filter: `userName eq "${randomUUID()}"` }, 0),
    'one user by id': () => ask('GET', `/Users/${last}`),
    'first page of 100': () => listed({ count: 100 }, 100),
    'page of 100 by cursor in the middle': () => listed({ count: 100, cursor: first }, 100),
    'walk by startIndex from the middle, each page of 100': () => {
      walked = walked + 100 > users - 99 ? users / 2 : walked + 100
      return listed({ count: 100, startIndex: walked }, 100)
    },
    'jump by startIndex to a page of 100': () => {
      const startIndex = 1 + Math.floor(Math.random() * (users - 99))
      return listed({ count: 100, startIndex }, 100)
    },
    'last page of 100 by startIndex': () => listed({ count: 100, startIndex: users - 99 }, 100),
    'a group without members': () => ask('GET', `/Groups/${groupId}?excludedAttributes=members`),
    'one member removed or added': () => ask('PATCH', `/Groups/${groupId}?attributes=id`, { Operations: [member()] }),
    'a user changed': () =>
      ask('PATCH', `/Users/${last}?attributes=id`, {
        Operations: [{ op: 'replace', path: 'title', value: randomUUID() }],
      }),
    'a user created': () => ask('POST', '/Users', userNamed(randomUUID()), 201),
  }
}

/** Of the server's process, without its database. */
function residentMiB(pid) {
  const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
