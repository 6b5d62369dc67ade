import {
  createIdentityProviders,
  identityProviderList as listedProviders,
  identityProviderNoun,
  listOf,
  matchByIdOrName,
  signInNoun,
} from '@portico/core'

import { historyBinding } from '../../../tenant/audit/screens/history-binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { goToFiltered, nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { chooseType } from './choose-type.ts'
import { deleteProviderDialog, deleteRefusal } from './delete-provider.ts'
import { providerColumns } from './provider-columns.ts'

/** The identity providers of the tenant, the primary one first. */
export function identityProviderList(app: App): View {
  const providers = app.core.lazily(createIdentityProviders)
  const list = listOf(app.core, listedProviders)

  const view = nounListView(app, {
    noun: identityProviderNoun,
    columns: (width) => providerColumns(app.words, app.core.clock.now(), width),
    list,
    empty: () => app.words.say('idp.none'),
    crumbs: () => [app.words.text(identityProviderNoun.labelPlural)],
    command: () => ['idp', 'list'],
    webPath: () => '/portal/admin/global-settings/identity-providers',
    opened: () =>
      void app.known.set(
        identityProviderNoun.name,
        (list.getState().held ?? []).map(({ name }) => name),
      ),
    bindings: (cursor) => {
      const noRow = () => (cursor.current() === undefined ? 'No identity provider is selected.' : undefined)
      type Shown = 'identity-provider' | 'username-formats' | 'provider-values' | 'provider-draft' | 'scim'
      const go = (place: Shown) => () => {
        const row = cursor.current()
        if (row !== undefined) app.go({ view: place, id: row.id })
      }
      return [
        { id: 'idp.open', keys: ['enter', 'e'], label: 'Open', refused: noRow, run: go('identity-provider') },
        {
          id: 'idp.create',
          keys: ['c'],
          label: 'Add',
          refused: () => app.tenantRefusal(),
          run: () => chooseType(app),
        },
        { id: 'idp.formats', keys: ['t'], label: 'Formats', refused: noRow, run: go('username-formats') },
        {
          id: 'idp.draft',
          keys: ['T'],
          label: app.words.say('draft.title'),
          refused: noRow,
          run: go('provider-draft'),
        },
        { id: 'idp.scim', keys: ['u'], label: 'SCIM', refused: noRow, run: go('scim'), hint: false },
        historyBinding(app, identityProviderNoun.name, () => cursor.current()),
        { id: 'idp.values', keys: ['v'], label: 'Guide', refused: noRow, run: go('provider-values') },
        {
          id: 'idp.sign-ins',
          keys: ['r'],
          label: app.words.say('idp.recentSignIns'),
          refused: noRow,
          run: () => {
            const row = cursor.current()
            if (row !== undefined) goToFiltered(app, { view: 'sign-ins' }, signInNoun, { idp: row.id })
          },
        },
        {
          id: 'idp.delete',
          keys: ['d'],
          label: 'Delete',
          refused: () => noRow() ?? deleteRefusal(app, cursor.current()),
          run: () => {
            const row = cursor.current()
            if (row !== undefined)
              app.openDialog(deleteProviderDialog(app, row.name, async () => void (await providers.remove(row.id))))
          },
        },
        {
          id: 'idp.copy-id',
          keys: ['i'],
          label: 'Copy id',
          refused: noRow,
          hint: false,
          run: () => {
            const row = cursor.current()
            if (row === undefined) return
            app.copy(row.id)
            app.say(`${app.words.say('serviceAccount.copied')}: ${row.id}`)
          },
        },
      ]
    },
  })
  return { ...view, find: (text) => find(app, view, text) }
}

/** `:idp NAME` opens the provider with that name if it exists; any other text filters the list. */
async function find(app: App, view: View, text: string): Promise<void> {
  const list = listOf(app.core, listedProviders)
  if (list.getState().held === undefined) await list.open('')
  const [found, ...more] = matchByIdOrName(list.getState().held ?? [], text, (one) => [one.name])
  if (found === undefined || more.length > 0) return view.filter?.line.set(text)
  app.go({ view: 'identity-provider', id: found.id })
}
