import { fieldOf, listOf, overviewList as listedOverview, overviewNoun, type OverviewRow } from '@portico/core'

import { shortTime } from '../../output/cell.ts'
import type { App } from '../../terminal/app/app.ts'
import type { Place } from '../../terminal/app/place.ts'
import type { View } from '../../terminal/app/view.ts'
import type { Column } from '../../terminal/list/list-sort.ts'
import { nounListView } from '../../terminal/list/noun-list-view.tsx'

/** Minimum width in cells for the column of times. */
const timesFrom = 70

/** The first screen: what needs attention, who failed to sign in, where work is done. Enter goes there. */
export function overviewList(app: App): View {
  const list = listOf(app.core, listedOverview)
  return nounListView(app, {
    noun: overviewNoun,
    columns: (width) => columns(app, width),
    list,
    detail: ({ message }) => message,
    empty: () => 'There is nothing to show.',
    crumbs: () => [app.words.text(overviewNoun.label)],
    command: () => ['overview'],
    webPath: () => '/portal',
    opened: () => app.core.environments.learn(list.getState().held?.flatMap(({ environment }) => environment ?? [])),
    bindings: (cursor) => [
      {
        id: 'overview.go',
        keys: ['enter'],
        label: 'Go there',
        refused: () => (cursor.current() === undefined ? 'There is nothing here.' : undefined),
        run: () => {
          const row = cursor.current()
          if (row !== undefined) app.go(placeOf(row))
        },
      },
    ],
  })
}

function columns(app: App, width: number): readonly Column<OverviewRow>[] {
  const own = (name: string) => fieldOf(overviewNoun, name) ?? []
  const level: Column<OverviewRow> = {
    name: 'level',
    label: 'Level',
    kind: 'text',
    summary: 'How urgent it is; the type of an environment',
    status: ({ level, environment }) => environment?.type ?? level,
    value: ({ level, environment }) => environment?.type ?? app.words.text(level),
  }
  const when: Column<OverviewRow> = {
    name: 'at',
    label: 'When',
    kind: 'text',
    summary: 'When it ends or happened',
    value: ({ at }) => (at === null ? '' : shortTime(at, app.core.clock.now(), app.words)),
  }
  return [level, own('name'), width < timesFrom ? [] : when, own('message')].flat()
}

/** Where a line leads: the provider, sign-in, provisioning, people, service accounts of an environment, audit log, or who administers. */
export function placeOf({ kind, leadsTo, stalled }: OverviewRow): Place {
  if (stalled !== undefined) {
    const { environmentId, applicationId: id, application: label } = stalled
    return { view: 'provisioning', environmentId, app: { id, label } }
  }
  if (kind === 'audit-log') return { view: 'audit' }
  if (kind === 'sign-in') return { view: 'sign-in', code: leadsTo }
  if (kind === 'people') return { view: 'people' }
  if (kind === 'setup' || kind === 'recovery-codes') return { view: 'portal-roles' }
  if (kind === 'environment') return { view: 'service-accounts', environmentId: leadsTo }
  return { view: 'identity-provider', id: leadsTo }
}
