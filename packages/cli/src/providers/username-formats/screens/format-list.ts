import {
  fieldOf,
  formatKindOf,
  formatText,
  listOf,
  usernameFormatList,
  usernameFormatNoun,
  type UsernameFormatRow,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

/** Every domain of the tenant with the provider it leads to. */
export function formatList(app: App): View {
  return nounListView(app, {
    noun: usernameFormatNoun,
    columns: (width) => columns(app, width),
    list: listOf(app.core, usernameFormatList),
    empty: () => app.words.say('formats.none'),
    crumbs: () => [app.words.text(usernameFormatNoun.labelPlural)],
    command: () => ['username-format', 'list'],
    webPath: () => '/portal/admin/global-settings/identity-providers',
    bindings: (list) => [
      {
        id: 'format.provider',
        keys: ['enter', 'e'],
        label: 'Formats of its provider',
        refused: () => (list.current() === undefined ? app.words.say('formats.none') : undefined),
        run: () => {
          const row = list.current()
          if (row !== undefined) app.go({ view: 'username-formats', id: row.provider.id })
        },
      },
      {
        id: 'format.whereis',
        keys: ['w'],
        label: app.words.say('whereis.title'),
        run: () => app.go({ view: 'whereis', username: '' }),
      },
    ],
  })
}

/** Minimum width in cells for the type column, which is redundant with the domain's notation. */
const typeFrom = 60

function columns({ words }: App, width: number): readonly Column<UsernameFormatRow>[] {
  const domain: Column<UsernameFormatRow> = {
    name: 'domain',
    sortBy: 'value',
    label: 'Domain',
    kind: 'text',
    summary: 'The domain as it appears in a username',
    value: (row) => formatText(formatKindOf(row), row.value),
  }
  const type: Column<UsernameFormatRow> = {
    name: 'kind',
    sortBy: 'type',
    label: 'Type',
    kind: 'text',
    summary: 'Which kind of domain',
    value: (row) => words.say(formatKindOf(row)),
  }
  const provider = [fieldOf(usernameFormatNoun, 'provider') ?? []].flat()
  return [domain, ...(width < typeFrom ? [] : [type]), ...provider]
}
