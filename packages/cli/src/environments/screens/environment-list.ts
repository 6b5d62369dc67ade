import { environmentNoun, environmentSections, type EnvironmentRow } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { View } from '../../terminal/app/view.ts'
import { nounListView } from '../../terminal/list/noun-list-view.tsx'

/** The environments of the tenant, production first; Enter selects one. */
export function environmentList(app: App): View {
  const { environments } = app.core
  let made: { from: unknown; selected: string | undefined; rows: readonly EnvironmentRow[] } | undefined

  function rows(): readonly EnvironmentRow[] {
    const from = environments.getState().adminEnvironments
    const selected = app.state.getState().environmentId
    if (made?.from === from && made?.selected === selected) return made?.rows ?? []
    const { production, nonProduction } = environmentSections(from ?? [])
    const all = [...production, ...nonProduction].map((one) => ({ ...one, selected: one.id === selected }))
    made = { from, selected, rows: all }
    return all
  }

  return nounListView(app, {
    noun: environmentNoun,
    rows,
    idOf: (row) => row.id,
    isFetching: () => environments.getState().isFetching,
    isLoaded: () => environments.getState().adminEnvironments !== undefined,
    stores: [environments],
    empty: () => app.words.say('environments.noneInTenant'),
    canMark: false,
    memory: 'environments',
    crumbs: () => [environmentNoun.labelPlural],
    command: () => ['environment', 'list'],
    webPath: () => '/portal/admin/environment-settings',
    open: () => environments.fetchAdmin(),
    bindings: (list) => {
      const chosen = () => (list.current() === undefined ? 'There is no environment to choose.' : undefined)
      const go = (view: 'service-accounts' | 'applications') => () => {
        const row = list.current()
        if (row !== undefined) app.go({ view, environmentId: row.id })
      }
      return [
        { id: 'environment.use', keys: ['enter'], label: 'Work in it', refused: chosen, run: go('service-accounts') },
        {
          id: 'environment.applications',
          keys: ['a'],
          label: 'Its applications',
          refused: chosen,
          run: go('applications'),
        },
      ]
    },
  })
}
