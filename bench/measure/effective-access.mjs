import { join } from 'node:path'

import { result } from '../report.mjs'
import { fillAccess } from '../support/fill-access.mjs'
import { perSecond } from '../support/load.mjs'
import { connectOwner } from '../support/owner.mjs'

const sizes = [10, 1_000, 100_000]
const rounds = 3
const count = 250
/** Of the rate in a tenant with 10 groups. */
const target = 0.8
const listed = 'first page of who can open an application'

/**
 * Effective access of a person with 10 groups, in tenants with 10, 1,000 and 100,000 groups. The growth is the figure. The people
 * who can open an application have no target: there are more of them, and more groups that open it, in a larger tenant.
 */
export async function measure({ demo }) {
  const { origin } = await demo.start()
  const client = await connectOwner(join(demo.folder, 'data'))
  const tenants = []
  for (const groups of sizes)
    tenants.push({ groups, ...(await fillAccess(client, { slug: `access${groups}`, groups })) })
  await client.end()
  /** @type {[string, (tenant: { person: string, environment: string, application: string }) => string][]} */
  const questions = [
    ['explain a person', ({ person }) => `/api/portal/admin/access/explain?user=${person}`],
    ['applications of the launcher', () => '/api/portal/launcher/applications'],
    [
      listed,
      ({ environment, application }) =>
        `/api/portal/admin/environments/${environment}/applications/${application}/people?limit=50`,
    ],
  ]
  const results = []
  for (const [name, pathOf] of questions) {
    const best = new Map(sizes.map((groups) => [groups, 0]))
    // In turn, so that a busy moment of the machine does not count for only one size.
    for (let round = 0; round < rounds; round += 1)
      for (const tenant of tenants) {
        const asked = { path: pathOf(tenant), headers: { Cookie: `portico-session=${tenant.token}` } }
        best.set(tenant.groups, Math.max(best.get(tenant.groups), await perSecond(origin, count, () => asked)))
      }
    const [smallest] = sizes
    for (const groups of sizes)
      results.push(
        result({
          name: `${name}, ${groups.toLocaleString('en')} groups`,
          value: best.get(groups),
          unit: 'a second',
          ...(groups === smallest ? {} : { baseline: best.get(smallest) }),
          ...(groups === smallest || name === listed ? {} : { target, at: 'least' }),
        }),
      )
  }
  return results
}
