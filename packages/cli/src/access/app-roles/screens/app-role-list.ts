import { listOf, portalAppId, roleList, roleNoun, roleScope } from '@portico/core'

import { openMapping } from '../../group-mappings/screens/open-mapping.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

type AppRolesPlace = Extract<EnvironmentPlace, { view: 'app-roles' }>

/** The roles of an application in an environment; Enter shows the groups of one. */
export function appRoleList(app: App, { environmentId, app: application }: AppRolesPlace): View {
  const { id: appId, label: appLabel } = application
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  return nounListView(app, {
    noun: roleNoun,
    list: listOf(app.core, roleList),
    scope: roleScope(environmentId, appId),
    stores: [app.core.environments],
    empty: () => 'This application has no roles. Groups open it directly: press m.',
    crumbs: () => [environmentName(), appLabel, app.words.text(roleNoun.labelPlural)],
    command: () => ['app-role', 'list', '--env', environmentName(), '--app', appLabel],
    webPath: () =>
      `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/roles-and-groups?app=${encodeURIComponent(appId)}`,
    opened: async () => {
      const { environments } = app.core
      if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
    },
    bindings: (list) => {
      const row = list.current()
      const noRow = () => (row === undefined ? 'No role is selected.' : undefined)
      return [
        {
          id: 'app-role.groups',
          keys: ['enter'],
          label: 'Groups',
          refused: noRow,
          run: () => {
            if (row === undefined) return
            const { id: roleId, name: role, label } = row
            const kind = appId === portalAppId ? 'portal-role' : 'application-role'
            openMapping(app, environmentId, { kind, appId, appLabel, roleId, role, label })
          },
        },
        {
          id: 'app-role.mappings',
          keys: ['m'],
          label: 'All its mappings',
          run: () => app.go({ view: 'mappings', environmentId, app: application }),
        },
        {
          id: 'app-role.copy',
          keys: ['c'],
          label: 'Copy its name',
          refused: noRow,
          run: () => {
            if (row === undefined) return
            app.copy(row.name)
            app.say(app.words.say('tui.copied', { what: row.name }))
          },
        },
      ]
    },
  })
}
