import {
  applicationList,
  fieldOf,
  listOf,
  openerList as listedOpeners,
  openerNoun,
  roleScope,
  type Opener,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { groupsText } from './explain-lines.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

const narrow = ['name', 'username', 'roles']
/** Cells from which the provider and the groups have room. */
const wideFrom = 80
const named = (names: readonly string[]) => names.flatMap((name) => fieldOf(openerNoun, name) ?? [])

/** The people who can open an application in an environment, as `app people` prints them; the last line counts them. */
export function openerList(app: App, environmentId: string, id: string): View {
  const { core, words } = app
  const list = listOf(core, listedOpeners)
  const applications = listOf(core, applicationList)
  const isLoaded = () => applications.getState().scope === environmentId
  const label = () => (isLoaded() ? applications.getState().held?.find((one) => one.id === id)?.label : undefined) ?? ''
  const environment = () => app.environment(environmentId)?.name ?? environmentId
  const empty = () => words.say('tui.noOpener', { name: neutralise(label()), environment: neutralise(environment()) })

  return nounListView(app, {
    noun: openerNoun,
    columns: (width) => named(width < wideFrom ? narrow : openerNoun.columns),
    list,
    scope: roleScope(environmentId, id),
    stores: [applications],
    detail: ({ roles, groups, groupCount }) => detailOf(roles, groupsText({ groups, groupCount }, words)),
    empty,
    crumbs: () => [environment(), neutralise(label()), app.words.text('Who can open it')],
    command: () => {
      const { search } = list.getState()
      const searched = search === '' ? [] : ['--search', search]
      return ['app', 'people', label() || id, '--env', environment(), ...searched]
    },
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(id)}?tab=people`,
    opened: async () => {
      if (!isLoaded()) await applications.open(environmentId)
    },
    bindings,
  })

  function bindings(cursor: ListCursor<Opener>): readonly Binding[] {
    const refused = () => (cursor.current() === undefined ? empty() : undefined)
    return [
      {
        id: 'opener.person',
        keys: ['enter'],
        label: 'Person',
        refused,
        run: () => app.go({ view: 'person', id: cursor.current()?.id ?? '' }),
      },
      {
        id: 'opener.explain',
        keys: ['e'],
        label: 'Why',
        refused,
        run: () => {
          const row = cursor.current()
          if (row === undefined) return
          const [at, application] = [
            { id: environmentId, name: environment() },
            { id, label: label() },
          ]
          app.go({ view: 'explain', user: row.id, name: row.username, environment: at, application })
        },
      },
    ]
  }
}

/** What gives the access: the roles, and the groups. */
function detailOf(roles: readonly string[], by: string): string {
  return neutralise(roles.length === 0 ? by : `${roles.join(', ')} ${by}`)
}
