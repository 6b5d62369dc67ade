import { fieldOf, listOf, scimUnseenList, scimUnseenNoun } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { providerNamed } from './provider-name.ts'

const narrow = ['username', 'sentAt']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(scimUnseenNoun, name) ?? [])

/** The people whom a directory sent and who never signed in. */
export function unseenList(app: App, id: string): View {
  const { words, core } = app
  const list = listOf(core, scimUnseenList)
  const provider = providerNamed(app, id)
  return nounListView(app, {
    noun: scimUnseenNoun,
    list,
    scope: id,
    stores: [provider.list],
    columns: (width) => named(width < 70 ? narrow : scimUnseenNoun.columns),
    empty: () => words.say('scimDrift.unseen', { count: 0 }),
    crumbs: () => [provider.title(), words.text(scimUnseenNoun.labelPlural)],
    command: () => ['scim', 'unseen', '--idp', provider.argument()],
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/scim/drift`,
    opened: () => provider.load(),
    bindings: (cursor) => [
      {
        id: 'scim-unseen.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? words.say('scimDrift.unseen', { count: 0 }) : undefined),
        run() {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'person', id: row.id })
        },
      },
      {
        id: 'scim-unseen.more',
        keys: ['m'],
        label: words.say('scimDrift.morePeople'),
        refused: () => (list.getState().hasNext ? undefined : 'These are all of them.'),
        run: () => list.next(),
      },
    ],
  })
}
