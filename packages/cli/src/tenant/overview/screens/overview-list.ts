import {
  fieldOf,
  listOf,
  overviewList as listedOverview,
  overviewNoun,
  type FindingTarget,
  type OverviewRow,
} from '@portico/core'

import { shortTime } from '../../../kit/output/cell.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { isDoubled, nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

/** Minimum width in cells for the column of times beside that of sentences. */
const timesFrom = 70

/** The first screen: what needs attention, who failed to sign in, where work is done. Enter goes there. */
export function overviewList(app: App): View {
  const list = listOf(app.core, listedOverview)
  return nounListView(app, {
    noun: overviewNoun,
    columns: (width) => columns(app, width),
    list,
    under: () => (isDoubled(app) ? ({ message }) => message : undefined),
    detail: ({ message }) => message,
    empty: () => 'There is nothing to show.',
    crumbs: () => [app.words.text(overviewNoun.label)],
    command: () => ['overview'],
    webPath: () => '/portal/admin',
    opened: () => app.core.environments.learn(list.getState().held?.flatMap(({ environment }) => environment ?? [])),
    bindings: (cursor) => [
      {
        id: 'overview.go',
        keys: ['enter'],
        label: 'Go there',
        refused: () => {
          const row = cursor.current()
          if (row === undefined) return 'There is nothing here.'
          return placeOf(row) === undefined ? (row.finding?.command ?? '') : undefined
        },
        run: () => {
          const row = cursor.current()
          const place = row && placeOf(row)
          if (place !== undefined) app.go(place)
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
    value: ({ at, kind }) => (at === null ? '' : shortTime(at, app.core.clock.now(), app.words, kind !== 'sign-in')),
  }
  return [
    level,
    own('name'),
    width < timesFrom && !isDoubled(app, width) ? [] : when,
    isDoubled(app, width) ? [] : own('message'),
  ].flat()
}

/** Where a line leads; undefined: only its command helps. */
export function placeOf({ kind, leadsTo, finding }: OverviewRow): Place | undefined {
  if (kind === 'sign-in') return { view: 'sign-in', code: leadsTo }
  if (kind === 'environment') return { view: 'service-accounts', environmentId: leadsTo }
  const target = finding?.target ?? null
  return target === null ? undefined : placeOfTarget(target)
}

function placeOfTarget(target: FindingTarget): Place {
  switch (target.kind) {
    case 'identity-provider':
      return { view: 'identity-provider', id: target.id }
    case 'person':
      return { view: 'person', id: target.id }
    case 'service-account':
      return { view: 'service-account-edit', environmentId: target.environmentId, id: target.id }
    case 'application':
      return placeOfApplication(target)
    case 'administrators':
    case 'recovery-codes':
      return { view: 'portal-roles' }
    case 'custom-roles':
      return { view: 'roles' }
    case 'username-formats':
      return { view: 'all-formats' }
    case 'audit':
    case 'notices':
    case 'people':
      return { view: target.kind }
  }
}

const viewOf = {
  'sign-in': 'client',
  provisioning: 'provisioning',
  takeovers: 'provisioning-taken',
  roles: 'app-roles',
} as const

function placeOfApplication({
  environmentId,
  id,
  label,
  part,
}: Extract<FindingTarget, { kind: 'application' }>): Place {
  return { view: viewOf[part], environmentId, app: { id, label } }
}
