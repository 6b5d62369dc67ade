import { getEnvironment, listAdminEnvironments, listEnvironments, updateEnvironment } from '@portico/core/contract'

import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, notFound, readOnly, stale } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import {
  environmentNameTaken,
  findEnvironment,
  listEnvironmentRows,
  openEnvironments,
  renameEnvironment,
  type EnvironmentRow,
} from './queries.ts'

const shown = ({ version: _, ...environment }: EnvironmentRow) => environment

export const environmentRoutes = [
  route(listEnvironments, 'signed-in', async ({ tx, actor }) => ({
    value: { environments: await openEnvironments(tx, actor), selected: actor.environmentId },
  })),

  route(listAdminEnvironments, ['admin', 'support-reading'], async ({ tx }) => ({
    value: { environments: (await listEnvironmentRows(tx)).map(shown) },
  })),

  route(getEnvironment, ['admin', 'support-reading'], async ({ tx, params }) => {
    const environment = await findEnvironment(tx, params.id)
    if (environment === undefined) throw notFound()
    return { value: shown(environment), etag: etagOf(environment.version) }
  }),

  route(
    updateEnvironment,
    ['admin', 'support-changing'],
    { 403: ['READ_ONLY'], 409: ['NAME_TAKEN'], 412: ['STALE'] },
    async ({ tx, params, body, readOnlyPart, ifMatch, audit }) => {
      const before = await findEnvironment(tx, params.id)
      if (before === undefined) throw notFound()
      if (before.readonly) throw readOnly('environment')
      checkVersion(ifMatch, before.version, 'environment', before.id)
      checkReadOnly(readOnlyPart, shown(before))
      if (await environmentNameTaken(tx, body.name, before.id)) throw conflict('NAME_TAKEN', 'name', 'environment')
      if (!(await renameEnvironment(tx, before.id, body.name, before.version))) throw stale('environment', before.id)
      const after = { ...before, name: body.name }
      const target = { kind: 'environment', id: before.id, name: after.name }
      await audit({ action: 'environment.update', target, before: { name: before.name }, after: { name: after.name } })
      return { value: shown(after), etag: etagOf(before.version + 1) }
    },
  ),
]
