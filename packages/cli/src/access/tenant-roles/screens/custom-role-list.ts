import { listOf, tenantRoleList, tenantRoleNoun, type TenantRole } from '@portico/core'

import { historyBinding } from '../../../tenant/audit/screens/history-binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { askForRoleName } from './ask-for-role-name.ts'
import { askToDeleteRole } from './delete-role.ts'

/** The custom roles of the tenant, searched and paged by the server; Enter shows the groups of one in the environment. */
export function customRoleList(app: App): View {
  const { words, core } = app
  const list = listOf(core, tenantRoleList)
  const isReadonly = () => list.getState().readonly
  const refused = () => (isReadonly() ? words.say('ROLES_READ_ONLY') : app.tenantRefusal())

  return nounListView(app, {
    noun: tenantRoleNoun,
    list,
    stores: [core.environments],
    empty: () => words.say('tenantRole.none'),
    crumbs: () => [
      app.words.text(tenantRoleNoun.labelPlural),
      ...(isReadonly() ? [words.say('environments.readonly')] : []),
    ],
    command: () => ['role', 'list'],
    webPath: () => '/portal/admin/global-settings/custom-roles',
    bindings: (cursor) => {
      const noRow = () => (cursor.current() === undefined ? 'No custom role is selected.' : undefined)
      const onRow = (run: (role: TenantRole) => void | Promise<void>) => () => {
        const row = cursor.current()
        return row === undefined ? undefined : run(row)
      }
      return [
        {
          id: 'role.groups',
          keys: ['enter'],
          label: 'Groups',
          refused: () =>
            noRow() ?? (app.environment() === undefined ? 'Choose an environment first: press 1.' : undefined),
          run: onRow((role) => showGroups(app, role)),
        },
        historyBinding(app, 'tenant-role', () => {
          const row = cursor.current()
          return row && { id: row.id, name: row.label }
        }),
        {
          id: 'role.create',
          keys: ['c'],
          label: 'Create',
          refused,
          run: () => askForRoleName(app, { created: (id) => cursor.select(id) }),
        },
        {
          id: 'role.rename',
          keys: ['e'],
          label: 'Rename',
          refused: () => noRow() ?? refused(),
          run: onRow(({ id }) => askForRoleName(app, { id })),
        },
        {
          id: 'role.delete',
          keys: ['d'],
          label: 'Delete',
          refused: () => noRow() ?? refused(),
          run: onRow((role) => askToDeleteRole(app, role)),
        },
      ]
    },
  })
}

/** The groups with this role in the chosen environment. */
function showGroups(app: App, { id: roleId, label }: TenantRole): void {
  const environment = app.environment()
  if (environment === undefined) return
  const { id: envId, name: environmentName } = environment
  const target = { kind: 'tenant-role', envId, environmentName, roleId, role: label, label } as const
  app.go({ view: 'mapping', environmentId: envId, target })
}
