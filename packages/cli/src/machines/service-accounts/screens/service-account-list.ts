import { createServiceAccounts, fieldOf, serviceAccountNoun } from '@portico/core'

import { historyBinding } from '../../../tenant/audit/screens/history-binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { deleteAccountDialog, deleteMarkedDialog } from './delete-accounts.ts'
import { rotateDialog } from './rotate-accounts.ts'

/** The service accounts of an environment. */
export function serviceAccountList(app: App, environmentId: string): View {
  const { environments } = app.core
  const environmentName = () => app.environment(environmentId)?.name ?? environmentId
  const { list: accounts } = app.core.lazily(createServiceAccounts)
  const refused = () => app.writeRefusal(environmentId)

  return nounListView(app, {
    noun: serviceAccountNoun,
    list: accounts,
    scope: environmentId,
    columns: (width) => columnsIn(width).flatMap((name) => fieldOf(serviceAccountNoun, name) ?? []),
    filter: () => ({ include: 'dependencies' as const }),
    stores: [environments],
    empty: () => app.words.say('serviceAccount.none'),
    canMark: true,
    crumbs: () => [environmentName(), app.words.text(serviceAccountNoun.labelPlural)],
    command: () => ['service-account', 'list', '--env', environmentName()],
    webPath: () => `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/service-accounts`,
    opened: async () => {
      if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
    },
    bindings: (list) => {
      const noRow = () => (list.current() === undefined ? 'No service account is selected.' : undefined)
      return [
        {
          id: 'service-account.edit',
          keys: ['enter', 'e'],
          label: 'Open',
          refused: noRow,
          run: () => {
            const row = list.current()
            if (row !== undefined) app.go({ view: 'service-account-edit', environmentId, id: row.id })
          },
        },
        historyBinding(app, serviceAccountNoun.name, () => list.current()),
        {
          id: 'service-account.create',
          keys: ['c'],
          label: 'Create',
          refused,
          run: () => app.go({ view: 'service-account-create', environmentId }),
        },
        {
          id: 'service-account.rotate',
          keys: ['r'],
          label: 'Rotate keys',
          refused: () => refused() ?? noRow(),
          run: () => {
            const marked = list.marked()
            const row = list.current()
            const accounts = marked.length > 0 ? marked : row === undefined ? [] : [row]
            app.openDialog(rotateDialog(app, environmentId, accounts))
          },
        },
        {
          id: 'service-account.delete',
          keys: ['d'],
          label: 'Delete',
          refused: () => refused() ?? noRow(),
          run: () => {
            const marked = list.marked()
            const row = list.current()
            if (marked.length > 0) app.openDialog(deleteMarkedDialog(app, environmentId, marked))
            else if (row !== undefined)
              app.openDialog(
                deleteAccountDialog(app, row.name, async () => {
                  await app.core.lazily(createServiceAccounts).remove(environmentId, row.id)
                }),
              )
          },
        },
        {
          id: 'service-account.copy-id',
          keys: ['i'],
          label: 'Copy id',
          refused: noRow,
          hint: false,
          run: () => {
            const row = list.current()
            if (row === undefined) return
            app.copy(row.id)
            app.say(`${app.words.say('serviceAccount.copied')}: ${row.id}`)
          },
        },
      ]
    },
  })
}

/** Without room, when it was changed is left out first, then the keys. */
function columnsIn(width: number): readonly string[] {
  if (width < 70) return ['name', 'applications', 'lastUsedAt']
  return width < 100 ? ['name', 'applications', 'keys', 'lastUsedAt'] : serviceAccountNoun.columns
}
