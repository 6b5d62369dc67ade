import { errorDetails, hasDetails } from '../../../kit/terminal/dialogs/error-details.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { keyList } from './key-list.ts'
import { openPalette } from './open-palette.ts'
import { goToEntry, notForThis, presentIndex, shownEntries, sidebarEntries, type SidebarEntry } from './sidebar.ts'

/** Keys that work on every screen, with those that the person set. */
export function shellBindings(app: App, hotkeys: readonly Binding[]): readonly Binding[] {
  const { core, state, words } = app
  const { view, focus } = state.getState()
  const shown = new Set(shownEntries(app).map(({ names }) => names[0]))
  const isShown = ({ names }: SidebarEntry) => shown.has(names[0])
  return [
    { id: 'shell.palette', keys: [':'], label: 'Command', run: () => openPalette(app) },
    {
      id: 'shell.filter',
      keys: ['/'],
      label: view.filter?.isSearch === true ? 'Search' : 'Filter',
      refused: () => (view.filter === undefined ? 'There is nothing here to filter or to search.' : undefined),
      run: () => state.setState({ prompt: 'filter' }),
    },
    {
      id: 'shell.keys',
      keys: ['?', 'f1'],
      label: words.say('tui.keys'),
      run: () => app.openDialog(keyList(app, shellBindings(app, hotkeys))),
    },
    { id: 'shell.back', keys: ['['], label: 'Back', run: () => app.move('back'), hint: false },
    { id: 'shell.forward', keys: [']'], label: 'Forward', run: () => app.move('forward'), hint: false },
    { id: 'shell.last', keys: ['-'], label: 'Where I was before', run: () => app.move('last'), hint: false },
    { id: 'shell.copy', keys: ['y'], label: 'Copy as command', run: () => copyCommand(app), hint: false },
    { id: 'shell.open', keys: ['o'], label: 'Open in browser', run: () => openInBrowser(app), hint: false },
    { id: 'shell.reload', keys: ['ctrl-r', 'R'], label: 'Load again', run: () => view.open(), hint: false },
    { id: 'shell.redraw', keys: ['ctrl-l'], label: 'Redraw', run: () => app.redraw(), hint: false },
    {
      id: 'shell.details',
      keys: ['!'],
      label: 'Details of the error',
      refused: () => (hasDetails(app) ? undefined : 'There are no details to show.'),
      run: () => {
        const dialog = errorDetails(app)
        if (dialog !== undefined) app.openDialog(dialog)
      },
      hint: false,
    },
    { id: 'shell.clear', keys: ['X'], label: 'Close banners', run: () => core.feedback.clear(), hint: false },
    {
      id: 'shell.focus',
      keys: ['tab', 'shift-tab'],
      label: focus === 'sidebar' ? 'To the screen' : 'To the sidebar',
      refused: () => (app.layout().isCompact ? 'The window is too small for the sidebar. Use : instead.' : undefined),
      run: () =>
        state.setState(
          focus === 'sidebar' ? { focus: 'view' } : { focus: 'sidebar', sidebarIndex: Math.max(0, presentIndex(app)) },
        ),
      hint: false,
    },
    ...sidebarEntries
      .filter((entry) => isShown(entry) || notForThis(app, entry) !== undefined)
      .map((entry) => ({
        id: `shell.go.${entry.names[0]}`,
        keys: entry.key === undefined ? [] : [entry.key],
        label: entry.label,
        refused: () => notForThis(app, entry),
        run: () => goToEntry(app, entry),
        hint: false,
      })),
    ...hotkeys,
    { id: 'shell.quit', keys: ['q'], label: 'Quit', run: () => core.leaveBlocker.leave(app.quit) },
  ]
}

export function copyCommand(app: App): void {
  const command = app.state.getState().view.command()
  app.copy(command)
  app.say(app.words.say('tui.copied', { what: command }))
}

export function openInBrowser(app: App): void {
  const url = app.origin + app.state.getState().view.webPath()
  app.say(app.words.say(app.openUrl(url) ? 'tui.opened' : 'tui.noBrowser', { address: url }))
}
