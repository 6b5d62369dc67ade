import { listOperatedTenants, matchByIdOrName, pageLimitMax, type OperatedTenant } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { exactlyOne } from '../../kit/errors/exactly-one.ts'

/** Finds a tenant by its short name or id, or by its name if that is unique. */
export async function findOperatedTenant(server: Server, wanted: string): Promise<OperatedTenant> {
  const search = wanted.trim().slice(0, 200)
  const { tenants } = (await server.call(listOperatedTenants, { query: { search, limit: String(pageLimitMax) } })).value
  const bySlug = matchByIdOrName(tenants, wanted, ({ slug }) => [slug])
  return exactlyOne(bySlug.length > 0 ? bySlug : matchByIdOrName(tenants, wanted, ({ name }) => [name]), {
    what: 'tenant',
    wanted,
    nameOf: ({ name, slug }) => `${name}, ${slug}`,
    hint: 'portico operations list',
  })
}
