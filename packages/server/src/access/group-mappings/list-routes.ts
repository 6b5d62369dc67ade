import { listGroupMappings, listMappings } from '@portico/core/contract'

import { findEnvironment } from '../../tenant/environments/queries.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { placeOf } from '../../kit/lists/cursor.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { everyMapping, mappingPage } from './page.ts'
import { findMappedGroup, usesOfGroup } from './uses.ts'

/** Each row has up to 200 groups. */
const pageLength = '200'

export const listRoutes = [
  route(listMappings, ['admin', 'support-reading'], async ({ tx, params: { envId }, query }) => {
    const environment = await findEnvironment(tx, envId)
    if (environment === undefined) throw notFound()
    const { cursor, limit = pageLength, sort, total: _, ...filter } = query
    const place = placeOf(cursor, 'name', (key) => key.length <= 400)
    const wanted = { environmentId: envId, ...filter }
    const page = await mappingPage(tx, wanted, { isDescending: sort === '-name', place, limit: Number(limit) })
    const total = await totalOf(tx, query, everyMapping(tx, wanted))
    return { value: { ...page, readonly: environment.readonly, ...total } }
  }),

  route(listGroupMappings, ['admin', 'support-reading'], async ({ tx, params }) => {
    const group = await findMappedGroup(tx, params.id)
    if (group === undefined) throw notFound()
    return { value: { group, mappings: await usesOfGroup(tx, group.id) } }
  }),
]
