import { listOf, mappingKinds, mappingList, mappingNoun, type Mapping, type MappingFilter } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { mappingColumns } from './mapping-columns.ts'
import { openMapping } from './open-mapping.ts'

type MappingsPlace = Extract<EnvironmentPlace, { view: 'mappings' }>

const kindLabels = {
  'portal-role': 'Portal roles',
  'tenant-role': 'Custom roles',
  'application-role': 'Application roles',
  application: 'Access without a role',
} as const

/** What groups are mapped to in an environment, searched and paged by the server; Enter edits the groups of one. */
export function mappingListView(app: App, { environmentId, app: application }: MappingsPlace): View {
  const { core, words } = app
  const { environments } = core
  const list = listOf(core, mappingList)
  const name = () => app.environment(environmentId)?.name ?? environmentId
  const ofApplication: MappingFilter = application === undefined ? {} : { app: application.id }
  let filter = ofApplication

  function pickKind(): void {
    const all = { id: '', label: words.text('Everything') }
    app.openDialog(
      pickDialog(app, {
        title: 'Show',
        action: 'Show',
        items: [all, ...mappingKinds.map((id) => ({ id, label: words.text(kindLabels[id]) }))],
        pick: async ([id]) => {
          app.closeDialog()
          const kind = mappingKinds.find((one) => one === id)
          filter = { ...ofApplication, ...(kind === undefined ? {} : { kind }) }
          await list.change({ filter })
        },
      }),
    )
  }

  /** The environment to compare with becomes the chosen one: a promotion changes it. */
  function pickOther(): void {
    const others = (environments.getState().adminEnvironments ?? []).filter(({ id }) => id !== environmentId)
    if (others.length === 0) return app.say(words.say('compare.alone'))
    app.openDialog(
      pickDialog(app, {
        title: words.say('compare.with'),
        action: 'Compare',
        items: others.map(({ id, name: label, type }) => ({ id, label: neutralise(label), note: type })),
        pick: ([id]) => {
          app.closeDialog()
          if (id !== undefined) app.go({ view: 'comparison', environmentId: id, from: environmentId })
        },
      }),
    )
  }

  return nounListView<Mapping, MappingFilter, 'name'>(app, {
    noun: mappingNoun,
    list,
    scope: environmentId,
    filter: () => filter,
    stores: [environments, list],
    columns: (width) => mappingColumns(words, width),
    detail: ({ groups }) => neutralise(groups.map((group) => group.name).join(', ')),
    empty: () => 'Groups can be mapped to nothing here.',
    crumbs: () => {
      const { kind } = list.getState().filter
      return [
        name(),
        app.words.text(mappingNoun.labelPlural),
        ...(application === undefined ? [] : [application.label]),
        ...(kind === undefined ? [] : [app.words.text(kindLabels[kind])]),
      ]
    },
    command: () => [
      'mapping',
      'list',
      '--env',
      name(),
      ...(application === undefined ? [] : ['--app', application.label]),
    ],
    webPath: () =>
      `/portal/admin/environment-settings/${encodeURIComponent(environmentId)}/roles-and-groups${
        application === undefined ? '' : `?app=${encodeURIComponent(application.id)}`
      }`,
    opened: async () => {
      if (environments.getState().adminEnvironments === undefined) await environments.fetchAdmin()
    },
    bindings: (cursor) => [
      {
        id: 'mapping.groups',
        keys: ['enter', 'e'],
        label: 'Groups',
        refused: () => (cursor.current() === undefined ? 'No role is selected.' : undefined),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) openMapping(app, environmentId, row)
        },
      },
      { id: 'mapping.matrix', keys: ['m'], label: 'Matrix', run: () => app.go({ view: 'matrix', environmentId }) },
      { id: 'mapping.tree', keys: ['t'], label: 'Tree', run: () => app.go({ view: 'mapping-tree' }) },
      { id: 'mapping.compare', keys: ['='], label: 'Compare', run: pickOther },
      { id: 'mapping.kind', keys: ['f'], label: 'Show', run: pickKind },
    ],
  })
}
