import { expiringDays, fieldOf, listOf, noticeList as listedNotices, noticeNoun, type NoticeRow } from '@portico/core'

import { shortTime } from '../../../kit/output/cell.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Place } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { isDoubled, nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'

/** Minimum width in cells for the column of times beside that of sentences. */
const timesFrom = 70

/** What expires, the most urgent first. Enter goes to where it is replaced. */
export function noticeList(app: App): View {
  return nounListView(app, {
    noun: noticeNoun,
    columns: (width) => columns(app, width),
    list: listOf(app.core, listedNotices),
    under: () => (isDoubled(app) ? ({ message }) => message : undefined),
    detail: ({ message }) => message,
    empty: () => app.words.say('notices.none', { days: expiringDays }),
    crumbs: () => [app.words.text(noticeNoun.labelPlural)],
    command: () => ['notice', 'list'],
    webPath: () => '/portal/admin/notices',
    bindings: (cursor) => [
      {
        id: 'notice.go',
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

function columns(app: App, width: number): readonly Column<NoticeRow>[] {
  const own = (name: string) => fieldOf(noticeNoun, name) ?? []
  const when: Column<NoticeRow> = {
    name: 'expiresAt',
    label: 'Expires',
    kind: 'text',
    summary: 'When it expires',
    value: ({ expiresAt }) => shortTime(expiresAt, app.core.clock.now(), app.words, true),
  }
  return [
    own('severity'),
    own('where'),
    width < timesFrom && !isDoubled(app, width) ? [] : when,
    isDoubled(app, width) ? [] : own('message'),
  ].flat()
}

/** The provider, service account or application; who administers, for what belongs to the tenant. */
export function placeOf({ kind, where, targetId, environmentId }: Omit<NoticeRow, 'message'>): Place {
  if (targetId === null) return { view: 'portal-roles' }
  if (kind === 'service-account-key' && environmentId !== null)
    return { view: 'service-account-edit', environmentId, id: targetId }
  if (kind === 'application-certificate' && environmentId !== null)
    return { view: 'client', environmentId, app: { id: targetId, label: where ?? targetId } }
  return { view: 'identity-provider', id: targetId }
}
