import {
  apiTokenList as listedTokens,
  apiTokenNoun,
  createApiTokensStore,
  fieldOf,
  listOf,
  type ListedApiToken,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

const narrow = ['name', 'application', 'state', 'lastUsedAt']
const wide = ['name', 'application', 'environment', 'state', 'expiresAt', 'lastUsedAt']
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(apiTokenNoun, name) ?? [])

/** The person's own API tokens, as on the portal's page. */
export function apiTokenList(app: App): View {
  const { words } = app
  return nounListView(app, {
    noun: apiTokenNoun,
    columns: (width) => named(width < 90 ? narrow : wide),
    list: listOf(app.core, listedTokens),
    scope: 'own',
    empty: () => words.say('apiTokens.none'),
    crumbs: () => [words.text('API tokens')],
    command: () => ['api-token', 'list'],
    webPath: () => '/portal/apitoken',
    bindings: (cursor) => [
      {
        id: 'api-token.create',
        keys: ['c'],
        label: words.say('apiTokens.create'),
        run: () => app.go({ view: 'api-token-create' }),
      },
      {
        id: 'api-token.revoke',
        keys: ['d'],
        label: words.say('apiTokens.revoke'),
        refused: () => (cursor.current()?.state === 'active' ? undefined : words.say('apiTokens.notFound')),
        run() {
          const row = cursor.current()
          if (row !== undefined) askToRevoke(app, row)
        },
      },
    ],
  })
}

/** Asks for the name of the token, and revokes it. */
function askToRevoke(app: App, token: ListedApiToken): void {
  const { words, core } = app
  const name = neutralise(token.name)
  app.openDialog(
    typedDialog(app, {
      title: words.text(apiTokenNoun.label),
      lines: [words.say('apiTokens.revokeAsk', { name }), '', words.say('form.confirmName', { name })],
      label: words.say('field.name'),
      action: words.say('apiTokens.revoke'),
      expected: name,
      run: async () => {
        app.closeDialog()
        await core.lazily(createApiTokensStore).revoke(token, 'own')
      },
    }),
  )
}
