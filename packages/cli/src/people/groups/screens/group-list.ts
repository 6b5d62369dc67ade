import {
  createGroups,
  fieldOf,
  groupNoun,
  identityProviderList,
  listOf,
  providerGroupList,
  seenGroupNoun,
  type SeenGroup,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

const narrow = ['name', 'mappedTo']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(seenGroupNoun, name) ?? [])

type Options = {
  /** Gives the Security Admin role to a group, or takes it; by a switch where the provider is not the primary one. */
  readonly administer: (group: SeenGroup) => void | Promise<void>
}

/** The groups of one identity provider, searched by the server. */
export function groupList(app: App, idp: string, { administer }: Options): View {
  const { words, core } = app
  const providers = listOf(core, identityProviderList)
  const provider = () => providers.getState().held?.find(({ id }) => id === idp)
  const name = () => neutralise(provider()?.name ?? '')
  return nounListView(app, {
    noun: seenGroupNoun,
    columns: (width) => named(width < 70 ? narrow : seenGroupNoun.columns),
    list: listOf(core, providerGroupList),
    scope: idp,
    stores: [providers],
    detail: ({ mappedTo }) =>
      mappedTo.length === 0 ? '' : words.say('tui.mappedTo', { names: neutralise(mappedTo.join(', ')) }),
    empty: () => words.say('groups.none'),
    crumbs: () => [app.words.text(groupNoun.labelPlural), name()],
    command: () => ['group', 'list', '--idp', provider()?.name ?? idp],
    webPath: () => `/portal/admin/groups?idp=${encodeURIComponent(idp)}`,
    opened: () => (provider() === undefined ? providers.open('') : undefined),
    bindings: (cursor) => [
      {
        id: 'group.mappings',
        keys: ['enter'],
        label: 'Used by',
        refused: () =>
          cursor.current() === undefined
            ? 'No group is selected.'
            : cursor.current()?.mappedTo.length === 0
              ? 'It is mapped to nothing.'
              : undefined,
        run: () => {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'group-uses', id: row.id, name: row.name })
        },
      },
      {
        id: 'group.administer',
        keys: ['s'],
        label: 'Security Admin',
        refused: () => (cursor.current() === undefined ? 'No group is selected.' : app.tenantRefusal()),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) return administer(row)
        },
      },
      { id: 'group.provider', keys: ['p'], label: 'Identity provider', run: () => pickProvider(app) },
      {
        id: 'group.forget',
        keys: ['f'],
        label: 'Forget unmapped',
        refused: () => app.tenantRefusal(),
        run: () => askToForget(app, { id: idp, name: name() }),
      },
    ],
  })
}

function pickProvider(app: App): void {
  const rows = listOf(app.core, identityProviderList).getState().held ?? []
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('groups.provider'),
      action: 'Show its groups',
      items: rows.map(({ id, name }) => ({ id, label: neutralise(name) })),
      pick: ([id]) => {
        app.closeDialog()
        if (id !== undefined) app.replace({ view: 'groups', id })
      },
    }),
  )
}

function askToForget(app: App, { id, name }: { readonly id: string; readonly name: string }): void {
  const { words } = app
  app.openDialog(
    choiceDialog(app, {
      title: words.say('groups.forget'),
      lines: () => [words.say('groups.forgetAsk', { name })],
      choices: [
        { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
        {
          key: 'f',
          label: words.say('groups.forget'),
          run: async () => {
            app.closeDialog()
            await app.core.lazily(createGroups).forget(id)
          },
        },
      ],
      cancel: () => app.closeDialog(),
    }),
  )
}
