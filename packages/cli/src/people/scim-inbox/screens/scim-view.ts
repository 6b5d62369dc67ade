import {
  countActive,
  fieldOf,
  identityProviderNoun,
  listOf,
  scimOf,
  scimTokenList,
  scimTokenNoun,
  type ScimToken,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { activityDialog } from './activity-dialog.ts'
import { driftDialog } from './drift-dialog.ts'
import { askForGroupSource } from './group-source.ts'
import { providerNamed } from './provider-name.ts'
import { askToDelete, createToken, showBaseUrl } from './token-dialogs.ts'

const narrow = ['name', 'state', 'expiresAt']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(scimTokenNoun, name) ?? [])

/** SCIM of one identity provider, as on the portal's tab: its tokens, how many are active, and the source of groups. */
export function scimView(app: App, id: string): View {
  const { words, core } = app
  const provider = providerNamed(app, id)
  const store = scimOf(core, id)
  const list = listOf(core, scimTokenList)
  const reread = () => list.refreshQuietly()
  const refused = () => app.tenantRefusal()

  function sentence(): string {
    const { status, tokens, activeMax, source } = store.getState()
    if (status !== 'ready') return ''
    const count = words.say('scimTokens.count', { count: countActive(tokens), max: activeMax })
    return `${count} ${words.say(`groupSource.is.${source}`)}`
  }

  return nounListView(app, {
    noun: scimTokenNoun,
    list,
    scope: id,
    stores: [provider.list, store],
    columns: (width) => named(width < 100 ? narrow : [...scimTokenNoun.columns, 'dryRun']),
    about: sentence,
    empty: () => words.say('scimTokens.none'),
    crumbs: () => [words.text(identityProviderNoun.labelPlural), provider.title(), 'SCIM'],
    command: () => ['scim-token', 'list', '--idp', provider.argument()],
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/scim`,
    opened: async () => void (await Promise.all([provider.load(), store.fetch()])),
    bindings: (cursor) => {
      const noRow = () => (cursor.current() === undefined ? words.say('scimTokens.none') : undefined)
      const onRow = (run: (row: ScimToken) => void | Promise<void>) => () => {
        const row = cursor.current()
        return row === undefined ? undefined : run(row)
      }
      const { source } = store.getState()
      return [
        {
          id: 'scim-token.create',
          keys: ['c'],
          label: words.say('scimTokens.create'),
          refused: () => refused() ?? fullRefusal(),
          run() {
            store.hide()
            createToken(app, {
              store,
              async done(created) {
                await reread()
                if (created !== undefined) cursor.select(created)
              },
            })
          },
        },
        {
          id: 'scim-token.turn',
          keys: ['s'],
          label: words.say(cursor.current()?.active === false ? 'scimTokens.enable' : 'scimTokens.disable'),
          refused: () => noRow() ?? refused(),
          run: onRow(async (row) => {
            await store.turn(row, !row.active)
            await reread()
          }),
        },
        {
          id: 'scim-token.delete',
          keys: ['d'],
          label: words.say('scimTokens.delete'),
          refused: () => noRow() ?? refused(),
          run: onRow((row) => askToDelete(app, { store, done: reread }, row)),
        },
        { id: 'scim.base-url', keys: ['u'], label: words.say('scim.baseUrl'), run: () => showBaseUrl(app, store) },
        {
          id: 'scim.group-source',
          keys: ['w'],
          label: words.say(source === 'claims' ? 'groupSource.to.scim' : 'groupSource.to.claims'),
          refused,
          run: () => askForGroupSource(app, { store, provider: provider.title() }),
        },
        ...inboxBindings(app, id),
        {
          id: 'scim.requests',
          keys: ['r'],
          label: words.say('scimInbox.title'),
          run: () => app.go({ view: 'scim-inbox', id }),
        },
      ]
    },
  })

  function fullRefusal(): string | undefined {
    const { status, tokens, activeMax } = store.getState()
    return status === 'ready' && countActive(tokens) >= activeMax ? words.say('scimTokens.full') : undefined
  }
}

/** Activity and drift, from both screens. */
export function inboxBindings(app: App, id: string): readonly Binding[] {
  const { words } = app
  return [
    {
      id: 'scim.activity',
      keys: ['a'],
      label: words.say('scimActivity.title'),
      run: () => activityDialog(app, id),
    },
    { id: 'scim.drift', keys: ['v'], label: words.say('scimDrift.title'), run: () => driftDialog(app, id) },
  ]
}
