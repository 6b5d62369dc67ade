import { lastPage, listOperatedTenants, pageLimitMax } from '@portico/core/contract'

import { supportRoute } from '../http/route.ts'
import { countOperatedTenants, operatedTenantPage, operatedTenantPlace } from './queries.ts'

export const operationsRoutes = [
  supportRoute(listOperatedTenants, async ({ tx, query, deps }) => {
    const { cursor, sort, limit = String(pageLimitMax), ...filter } = query
    const place = operatedTenantPlace(cursor)
    const asked = { isDescending: sort === '-name', place, limit: Number(limit), nowMs: deps.clock.now() }
    const { tenants, next, previous } = await operatedTenantPage(tx, filter, asked)
    const isCounted = cursor === undefined || cursor === lastPage
    const total = isCounted ? { total: await countOperatedTenants(tx, filter) } : {}
    return { value: { tenants: [...tenants], next, previous, ...total } }
  }),
]
