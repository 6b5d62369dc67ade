import { Agent } from 'node:http'
import { join } from 'node:path'

import { result } from '../report.mjs'
import { fillAccess } from '../support/fill-access.mjs'
import { details, lists } from '../support/large-tenant-calls.mjs'
import { send } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'
import { percentiles, timesOf } from '../support/percentiles.mjs'

// Groups have ten times the members where there are 200 times the people, so that an application is open to a similar share of them.
const small = { slug: 'small-tenant', groups: 100, people: 1_000, members: 10, customRoles: 120, audit: 1_000 }
const large = {
  slug: 'large-tenant',
  groups: 10_000,
  people: 200_000,
  members: 100,
  customRoles: 12_000,
  audit: 200_000,
}
const samples = 15
/** An answer with one page, whatever the tenant has. */
const target = 3
const firstPageTarget = 1.3

/**
 * What administrators read of a tenant with 10,000 groups, 12,000 custom roles, 200 applications and 200,000 people, beside
 * one with 100 groups, 120 custom roles, 200 applications and 1,000 people. A first page is asked for as the faces do it, which
 * count afterwards; its target is that of docs/decisions/0135.
 */
export async function measure({ demo }) {
  const { origin } = await demo.start()
  const client = await connectOwner(join(demo.folder, 'data'))
  const tenants = []
  for (const size of [small, large]) tenants.push(await fillAccess(client, size))
  await client.end()
  const agent = new Agent({ keepAlive: true })
  const ask = (tenant, path) =>
    send(origin, agent, { path, headers: { Cookie: `portico-session=${tenant.token}` } }).then(JSON.parse)
  const results = []
  for (const [name, { searches, isCounted = true }] of Object.entries(lists(tenants[0]))) {
    const paths = tenants.map((tenant) => lists(tenant)[name].path)
    const next = []
    for (const [at, tenant] of tenants.entries()) next.push(await pageAfter(ask, tenant, paths[at]))
    const first = isCounted ? paths.map((path) => `${path}&total=none`) : paths
    const ends = paths.map((path) => `${path.replace(/limit=\d+/, 'limit=1')}&cursor=end`)
    results.push(
      await compared(`${name}: first page`, first, firstPageTarget),
      ...(isCounted ? [await compared(`${name}: its total`, ends)] : []),
      ...(next.includes(undefined) ? [] : [await compared(`${name}: page after it`, next, target)]),
    )
    for (const [what, words] of Object.entries(searches))
      results.push(
        await compared(
          `${name}: ${what}`,
          first.map((path) => `${path}&search=${encodeURIComponent(words)}`),
          firstPageTarget,
        ),
      )
  }
  for (const name of Object.keys(details(tenants[0])))
    results.push(
      await compared(
        name,
        tenants.map((tenant) => details(tenant)[name]),
        target,
      ),
    )
  agent.destroy()
  return results

  /** In turn, so that a busy moment of the machine counts for both. */
  async function compared(name, paths, most) {
    const times = [[], []]
    await timesOf(samples, async () => {
      for (const at of [0, 1]) {
        const begin = performance.now()
        await ask(tenants[at], paths[at])
        times[at].push(performance.now() - begin)
      }
    })
    const [baseline, value] = times.map((each) => percentiles(each).p50)
    return result({ name: `${name}, median`, value, unit: 'ms', baseline, ...(most ? { target: most } : {}) })
  }
}

async function pageAfter(ask, tenant, path) {
  const { next } = await ask(tenant, path)
  return next ? `${path}&cursor=${encodeURIComponent(next)}` : undefined
}
