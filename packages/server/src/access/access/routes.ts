import { explainAccess as explainAccessCall, listOpeners, pageLimitMax } from '@portico/core/contract'

import { findApplication, findTenantApplication } from '../../applications/applications/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findEnvironment } from '../../tenant/environments/queries.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { placeOf } from '../../kit/lists/cursor.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { everyPerson } from '../../people/people/list-queries.ts'
import { explainAccess } from './explain.ts'
import { openerPage, openersMatching } from './openers.ts'

export const accessRoutes = [
  route(explainAccessCall, ['admin', 'support-reading'], async ({ tx, query }) => {
    const environment = query.environment === undefined ? null : await environmentOf(tx, query.environment)
    const application = query.application === undefined ? null : await findTenantApplication(tx, query.application)
    if (environment === undefined || application === undefined) throw notFound()
    const isPlaced =
      environment === null ||
      application === null ||
      (await findApplication(tx, environment.id, application.id)) !== undefined
    const asked = {
      user: query.user,
      environment: environment && { id: environment.id, name: environment.name },
      application,
      isPlaced,
    }
    return { value: await explainAccess(tx, asked) }
  }),

  route(listOpeners, ['admin', 'support-reading'], async ({ tx, params, query }) => {
    const { envId: environmentId, appId: applicationId } = params
    if ((await findEnvironment(tx, environmentId)) === undefined) throw notFound()
    if ((await findApplication(tx, environmentId, applicationId)) === undefined) throw notFound()
    const { search, match, cursor, limit = String(pageLimitMax), sort } = query
    const filter = { environmentId, applicationId, search, match }
    const place = placeOf(cursor, 'name', (key) => key.length <= 400)
    const matching = await openersMatching(tx, filter)
    const { people, ...cursors } = await openerPage(tx, filter, matching, {
      isDescending: sort === '-name',
      place,
      limit: Number(limit),
    })
    const total = await totalOf(tx, query, (isExact) => everyPerson(tx, matching, isExact))
    return { value: { people, ...cursors, ...total } }
  }),
]

async function environmentOf(tx: TenantTransaction, id: string) {
  return isUuid(id) ? findEnvironment(tx, id) : undefined
}
