import {
  accessSentence,
  createLauncherList,
  createLauncherNotices,
  createLauncherSupport,
  fieldOf,
  launcherNoun,
  safeHref,
  type LauncherRow,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { ListCursor } from '../../../kit/terminal/list/list-cursor.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'
import { nounListView } from '../../../kit/terminal/list/noun-list-view.tsx'
import { openApplication, openPage } from './open-application.ts'

/** Minimum width in cells for the column of roles, which the line below the rows shows too. */
const rolesFrom = 50

/** What the person can open, in the sections and the order of the browser; Enter opens it there. */
export function launcherList(app: App): View {
  const { core, words } = app
  const launcher = core.lazily(createLauncherList)
  const notices = core.lazily(createLauncherNotices)
  const support = core.lazily(createLauncherSupport)
  const told = () => notices.getState().notices
  const principal = () => core.launcher.getState().principal

  return nounListView(app, {
    noun: launcherNoun,
    columns: (width) => columns(app, width),
    list: launcher.list,
    stores: [notices, support, core.launcher],
    detail: ({ application: { roles } }) =>
      roles.length === 0 ? '' : words.say('tui.yourRoles', { roles: roles.join(', ') }),
    empty() {
      const { environment, tenant } = principal() ?? {}
      if (environment === null) return 'No environment is selected. Choose one: portico env use NAME'
      const ask = accessSentence(words, { contact: told()?.accessContact, tenant: tenant?.name ?? '' })
      return `${words.say('launcher.none', { environment: environment?.name ?? '' })} ${ask}`
    },
    crumbs: () => [principal()?.environment?.name ?? [], app.words.text(launcherNoun.label)].flat(),
    command: () => ['application', 'list', '--mine'],
    webPath: () => '/portal',
    opened: async () => void (await Promise.all([notices.fetch(), support.fetch()])),
    bindings: (cursor) => [...rowBindings(app, cursor), ...noticeBindings(app), supportBinding(app)],
  })
}

function columns(app: App, width: number): readonly Column<LauncherRow>[] {
  const own = (name: string) => fieldOf(launcherNoun, name) ?? []
  const section: Column<LauncherRow> = {
    name: 'section',
    label: 'Section',
    kind: 'text',
    summary: 'Section of the launcher',
    value: ({ isFirst, section: id }) =>
      isFirst ? app.words.say(id === 'all' ? 'portal.apps' : `launcher.${id}`) : '',
  }
  const label: Column<LauncherRow> = {
    name: 'label',
    label: 'Application',
    kind: 'text',
    summary: 'Display name; * marks a favourite',
    value: ({ application, isFavourite }) => `${application.label}${isFavourite ? ' *' : ''}`,
  }
  return [section, label, width < rolesFrom ? [] : own('roles')].flat()
}

function rowBindings(app: App, cursor: ListCursor<LauncherRow>): readonly Binding[] {
  const launcher = app.core.lazily(createLauncherList)
  const none = () => (cursor.current() === undefined ? 'No application is selected.' : undefined)
  const isSupport = () => app.core.launcher.getState().principal?.kind === 'support'
  const notArrangeable = () =>
    none() ?? (launcher.isArrangeable() && !isSupport() ? undefined : 'Favourites and the order belong to people.')
  const notMovable = () => {
    if (launcher.list.getState().search !== '') return 'Show all first: Esc.'
    return cursor.current()?.section === 'recent' ? 'What was opened lately is in the order of time.' : notArrangeable()
  }
  const change = (work: (row: LauncherRow) => Promise<void>) => () => {
    const row = cursor.current()
    if (row === undefined) return
    // Saved in the background: the next key does not wait for the server. A failure is in the banner.
    void work(row)
    cursor.select(row.id)
  }
  const move = (by: number) => change((row) => launcher.move(row, by))
  return [
    {
      id: 'launcher.open',
      keys: ['enter'],
      label: 'Open',
      refused: () => none() ?? (cursor.current()?.application.launchUrl === null ? 'It has no web page.' : undefined),
      run: () => {
        const row = cursor.current()
        if (row !== undefined) openApplication(app, row.application)
      },
    },
    {
      id: 'launcher.favourite',
      keys: ['f'],
      label: 'Favourite',
      refused: notArrangeable,
      run: change((row) => launcher.toggleFavourite(row)),
    },
    { id: 'launcher.up', keys: ['<', 'shift-up'], label: 'Move up', refused: notMovable, run: move(-1) },
    { id: 'launcher.down', keys: ['>', 'shift-down'], label: 'Move down', refused: notMovable, run: move(1) },
    {
      id: 'launcher.roles',
      keys: ['i'],
      label: 'Your roles',
      refused: () =>
        none() ?? (cursor.current()?.application.roles.length === 0 ? 'You have no roles in it.' : undefined),
      run: () => {
        const { label, roles } = cursor.current()?.application ?? { label: '', roles: [] }
        app.openDialog(
          textDialog(app, { title: app.words.say('tui.yourRolesIn', { name: label }), lines: () => roles }),
        )
      },
      hint: false,
    },
  ]
}

/** What the tenant tells, where it tells something. */
function noticeBindings(app: App): readonly Binding[] {
  const { announcement, requestable = [] } = app.core.lazily(createLauncherNotices).getState().notices ?? {}
  const more = requestable.flatMap(({ label, text }, at) => [...(at === 0 ? [] : ['']), label, text])
  const show = (title: string, lines: readonly string[]) => () =>
    app.openDialog(textDialog(app, { title, lines: () => lines }))
  return [
    {
      id: 'launcher.announcement',
      keys: ['a'],
      label: app.words.say('launcher.announcement'),
      refused: () => (announcement ? undefined : 'Nothing is announced.'),
      run: show(app.words.say('launcher.announcement'), [announcement?.text ?? '']),
      hint: Boolean(announcement),
    },
    {
      id: 'launcher.more',
      keys: ['m'],
      label: app.words.say('launcher.requestable'),
      refused: () => (more.length > 0 ? undefined : 'There are no other applications to ask for.'),
      run: show(app.words.say('launcher.requestable'), more),
      hint: more.length > 0,
    },
  ]
}

/** The section of support and training, where the deployment has a page for it. */
function supportBinding(app: App): Binding {
  const { words, core } = app
  const title = words.say('launcher.support')
  const href = safeHref(core.lazily(createLauncherSupport).getState().address, app.origin)
  const open: Binding = {
    id: 'launcher.support-open',
    keys: ['enter'],
    label: words.say('launcher.supportLink'),
    run() {
      app.closeDialog()
      if (href !== undefined) openPage(app, href)
    },
  }
  return {
    id: 'launcher.support',
    keys: ['t'],
    label: title,
    refused: () => (href === undefined ? 'There is no page for support and training.' : undefined),
    run: () =>
      app.openDialog(
        textDialog(app, { title, lines: () => [words.say('launcher.supportMessage'), '', href ?? ''], confirm: open }),
      ),
    hint: href !== undefined,
  }
}
