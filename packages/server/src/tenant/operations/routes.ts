import { listOperatedTenants, pageLimitMax } from '@portico/core/contract'

import { route } from '../../kit/http/route.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { everyOperatedTenant, operatedTenantPage, operatedTenantPlace } from './queries.ts'

export const operationsRoutes = [
  route(listOperatedTenants, 'support', async ({ tx, query, deps }) => {
    const { cursor, sort, limit = String(pageLimitMax), total: _, ...filter } = query
    const place = operatedTenantPlace(cursor)
    const asked = { isDescending: sort === '-name', place, limit: Number(limit), nowMs: deps.clock.now() }
    const { tenants, next, previous, total: whole } = await operatedTenantPage(tx, filter, asked)
    const { total = whole } = filter.health === undefined ? await totalOf(tx, query, everyOperatedTenant(filter)) : {}
    return { value: { tenants: [...tenants], next, previous, ...(total === undefined ? {} : { total }) } }
  }),
]
