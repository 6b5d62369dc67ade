import { lastPage, listOperatedTenants, pageLimitMax } from '@portico/core/contract'

import { supportRoute } from '../http/route.ts'
import { countOperatedTenants, operatedTenantPage, operatedTenantPlace } from './queries.ts'

export const operationsRoutes = [
  supportRoute(listOperatedTenants, async ({ tx, query, deps }) => {
    const { cursor, sort, limit = String(pageLimitMax), ...filter } = query
    const place = operatedTenantPlace(cursor)
    const asked = { isDescending: sort === '-name', place, limit: Number(limit), nowMs: deps.clock.now() }
    const { tenants, next, previous, total: whole } = await operatedTenantPage(tx, filter, asked)
    const isCounted = filter.health === undefined && (cursor === undefined || cursor === lastPage)
    const total = isCounted ? await countOperatedTenants(tx, filter) : whole
    return { value: { tenants: [...tenants], next, previous, ...(total === undefined ? {} : { total }) } }
  }),
]
