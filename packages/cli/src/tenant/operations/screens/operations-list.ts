import {
  expiringDays,
  fieldOf,
  healthOf,
  listOf,
  operatedTenantList as listedTenants,
  operatedTenantNoun,
  operatedTenantStates,
  tenantHealths,
  type OperatedTenant,
  type OperatedTenantFilter,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

const narrow = ['name', 'state', 'health']
/** Cells from which expiry, support and people have room. */
const wideFrom = 90
const states = [undefined, ...operatedTenantStates]
const healths = [undefined, ...tenantHealths]

/** The tenants of the deployment, for support: `/` searches on the server, `f` filters there, Enter shows one. */
export function operationsList(app: App): View {
  const { words, core } = app
  const named = (names: readonly string[]) =>
    names.flatMap((name) => {
      const field = fieldOf(operatedTenantNoun, name) ?? []
      const inWords = (row: OperatedTenant) => words.say(`operations.health.${healthOf(row)}`, { days: expiringDays })
      return name === 'health' ? [field].flat().map((one) => ({ ...one, value: inWords })) : field
    })
  const list = listOf(core, listedTenants)
  const filter = () => list.getState().filter
  const show = (wanted: OperatedTenantFilter) => list.change({ filter: { ...filter(), ...wanted } })
  const isFiltered = () => filter().state !== undefined || filter().health !== undefined
  const empty = () => words.say(isFiltered() ? 'operations.noMatch' : 'operations.none')
  const textOf = (state: OperatedTenantFilter['state']) =>
    words.say(state === undefined ? 'operations.all' : `operations.state.${state}`)
  const healthText = (health: OperatedTenantFilter['health']) =>
    words.say(health === undefined ? 'operations.anyHealth' : `operations.health.${health}`, { days: expiringDays })
  const next = () => states[(states.indexOf(filter().state) + 1) % states.length]
  const nextHealth = () => healths[(healths.indexOf(filter().health) + 1) % healths.length]

  return nounListView(app, {
    noun: operatedTenantNoun,
    columns: (width) => named(width < wideFrom ? narrow : operatedTenantNoun.columns),
    list,
    empty,
    crumbs: () => [
      app.words.text(operatedTenantNoun.labelPlural),
      ...(filter().state === undefined ? [] : [textOf(filter().state)]),
      ...(filter().health === undefined ? [] : [healthText(filter().health)]),
    ],
    command: () => {
      const { search } = list.getState()
      const { state, health } = filter()
      return [
        'operations',
        'list',
        ...(search === '' ? [] : ['--search', search]),
        ...(state === undefined ? [] : [`--${state}`]),
        ...(health === undefined ? [] : ['--health', health]),
      ]
    },
    webPath,
    bindings,
  })

  function webPath(): string {
    const { search, sort } = list.getState()
    const { state = '', health = '' } = filter()
    const filled = Object.entries({ q: search, state, health, sort }).filter(([, value]) => value !== '')
    const query = new URLSearchParams(filled).toString()
    return `/operations${query === '' ? '' : `?${query}`}`
  }

  function bindings(cursor: ListCursor<OperatedTenant>): readonly Binding[] {
    return [
      {
        id: 'operations.open',
        keys: ['enter', 'e'],
        label: 'Open',
        refused: () => (cursor.current() === undefined ? empty() : undefined),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) app.go({ view: 'operated-tenant', slug: row.slug })
        },
      },
      {
        id: 'operations.state',
        keys: ['f'],
        label: words.say('tui.show', { what: textOf(next()) }),
        run: () => show({ state: next() }),
      },
      {
        id: 'operations.health',
        keys: ['h'],
        label: words.say('tui.show', { what: healthText(nextHealth()) }),
        run: () => show({ health: nextHealth() }),
      },
    ]
  }
}
