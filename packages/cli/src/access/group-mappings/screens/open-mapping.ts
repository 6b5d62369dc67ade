import type { Mapping } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'

type Row = Pick<Mapping, 'kind' | 'appId' | 'appLabel' | 'roleId' | 'role' | 'label'>

/** Opens the groups of a role or application in an environment; roles of the portal have another screen. */
export function openMapping(app: App, envId: string, row: Row): void {
  const { kind, appId, appLabel, roleId, role, label } = row
  if (kind === 'portal-role') return app.go({ view: 'portal-roles' })
  const environmentName = app.environment(envId)?.name
  const target = { kind, envId, environmentName, appId, appLabel, roleId, role, label }
  app.go({ view: 'mapping', environmentId: envId, target })
}
