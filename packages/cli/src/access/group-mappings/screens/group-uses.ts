import { fieldOf, groupNoun, groupUseList, groupUseNoun, listOf } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { openMapping } from './open-mapping.ts'

/** Below this width, application and role share a column. */
const wideFrom = 70
const narrow = ['environment', 'name']

/** What a group is mapped to in all environments; Enter opens the mapping. */
export function groupUses(app: App, { id, name }: { readonly id: string; readonly name: string }): View {
  return nounListView(app, {
    noun: groupUseNoun,
    list: listOf(app.core, groupUseList),
    scope: id,
    columns: (width) =>
      (width < wideFrom ? narrow : groupUseNoun.columns).flatMap((name) => fieldOf(groupUseNoun, name) ?? []),
    empty: () => 'It is mapped to nothing.',
    crumbs: () => [app.words.text(groupNoun.labelPlural), name, app.words.text('Used by')],
    command: () => ['mapping', 'uses', id],
    webPath: () => '/portal/admin/groups',
    opened: async () => {
      const { environments } = app.core
      if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
    },
    bindings: (cursor) => [
      { id: 'group-use.tree', keys: ['t'], label: 'Tree', run: () => app.go({ view: 'group-tree', id, name }) },
      {
        id: 'group-use.open',
        keys: ['enter'],
        label: 'Groups',
        refused: () => (cursor.current() === undefined ? 'No role is selected.' : undefined),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) openMapping(app, row.environmentId ?? '', row)
        },
      },
    ],
  })
}
