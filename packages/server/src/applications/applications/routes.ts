import { listApplications } from '@portico/core/contract'

import { findEnvironment } from '../../tenant/environments/queries.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { listApplicationRows } from './queries.ts'

export const applicationRoutes = [
  route(listApplications, ['admin', 'support-reading'], async ({ tx, params }) => {
    if ((await findEnvironment(tx, params.envId)) === undefined) throw notFound()
    return { value: { applications: await listApplicationRows(tx, params.envId) } }
  }),
]
