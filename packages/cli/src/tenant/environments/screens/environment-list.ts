import { environmentList as listedEnvironments, environmentNoun, listOf } from '@portico/core'

import { historyBinding } from '../../audit/screens/history-binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { askForName, renameRefusal } from './rename-environment.ts'

/** The environments of the tenant, production first; Enter selects one. */
export function environmentList(app: App): View {
  const { environments } = app.core
  const list = listOf(app.core, listedEnvironments)
  const filter = () => ({ selected: app.state.getState().environmentId })
  void list.change({ filter: filter() })

  return nounListView(app, {
    noun: environmentNoun,
    list,
    filter,
    empty: () => app.words.say('environments.noneInTenant'),
    crumbs: () => [app.words.text(environmentNoun.labelPlural)],
    command: () => ['environment', 'list'],
    webPath: () => '/portal/admin/environment-settings',
    opened: () => environments.learn(list.getState().held),
    bindings: (cursor) => {
      const chosen = () => (cursor.current() === undefined ? 'There is no environment to choose.' : undefined)
      const go = (view: 'service-accounts' | 'applications') => () => {
        const row = cursor.current()
        if (row !== undefined) app.go({ view, environmentId: row.id })
      }
      return [
        historyBinding(app, environmentNoun.name, () => cursor.current()),
        { id: 'environment.use', keys: ['enter'], label: 'Work in it', refused: chosen, run: go('service-accounts') },
        {
          id: 'environment.applications',
          keys: ['a'],
          label: 'Its applications',
          refused: chosen,
          run: go('applications'),
        },
        {
          id: 'environment.rename',
          keys: ['e'],
          label: 'Rename',
          refused: () => chosen() ?? renameRefusal(app, cursor.current()?.id),
          run: () => {
            const row = cursor.current()
            return row === undefined ? undefined : askForName(app, row.id)
          },
        },
      ]
    },
  })
}
