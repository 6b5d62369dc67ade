import type { App } from '../../../kit/terminal/app/app.ts'
import type { TerminalSession } from '../../../kit/terminal/app/terminal-session.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { leaveDialog } from '../../../kit/terminal/dialogs/leave-dialog.ts'
import { sessionDialogs } from '../../../kit/terminal/dialogs/session-dialog.ts'
import type { Layer } from '../../../kit/terminal/focus/layer.ts'
import { moveBindings } from '../../../kit/terminal/list/list-bindings.ts'
import { hotkeyBindings } from './palette.ts'
import { paletteLayer } from './palette-layer.ts'
import { shellBindings } from './shell-bindings.ts'
import { areaFrom, areaLetters, goToEntry, shownEntries, toggleFavourite } from './sidebar.ts'

export type Layers = {
  /** The dialog in front, if any. */
  readonly dialog: () => Dialog | undefined
  /** Topmost first: dialog, prompt, sidebar or view, shell. */
  readonly all: () => readonly Layer[]
}

/** The focus stack, read from the stores at every key so that it always matches the screen. */
export function createLayers(app: App, clock: TerminalSession): Layers {
  const session = sessionDialogs(app, clock)
  const leave = leaveDialog(app, () => app.state.getState().view.changes?.() ?? [])
  const dialog = () =>
    session.current() ?? (app.core.leaveBlocker.getState().showDialog ? leave.current() : app.state.getState().dialog)
  const shell: Layer = { name: 'shell', isModal: false, bindings: () => shellBindings(app, hotkeyBindings(app)) }
  const palette = paletteLayer(app)
  const filter = filterLayer(app)
  const sidebar = sidebarLayer(app)
  return {
    dialog,
    all() {
      const open = dialog()
      if (open !== undefined) return [open.layer]
      const { prompt, focus, view } = app.state.getState()
      if (prompt === 'palette') return [palette]
      if (prompt === 'filter' && view.filter !== undefined) return [filter]
      return focus === 'sidebar' && !app.layout().isCompact ? [sidebar, shell] : [view.layer, shell]
    },
  }
}

function filterLayer(app: App): Layer {
  const close = () => app.state.setState({ prompt: undefined })
  const filter = () => app.state.getState().view.filter
  return {
    name: 'filter',
    isModal: true,
    field: () => filter()?.line,
    bindings: () => [
      {
        id: 'filter.keep',
        keys: ['enter', 'tab', 'down'],
        label: filter()?.isSearch === true ? 'To the matches' : 'Keep',
        // The next keys are meant for the filtered rows.
        run: () => {
          close()
          return filter()?.kept?.()
        },
      },
      {
        id: 'filter.clear',
        keys: ['esc'],
        label: filter()?.isSearch === true ? 'End search' : 'Show all',
        run: () => {
          const cleared = filter()?.clear()
          close()
          return cleared
        },
      },
    ],
  }
}

function sidebarLayer(app: App): Layer {
  const { state } = app
  const moveTo = (index: number) =>
    state.setState({ sidebarIndex: Math.max(0, Math.min(index, shownEntries(app).length - 1)) })
  const at = () => state.getState().sidebarIndex
  const list = {
    move: (by: number) => moveTo(at() + by),
    moveTo,
    page: () => shownEntries(app).length,
  }
  const toArea = (letter: string) => () => {
    const index = areaFrom(app, at(), letter)
    if (index !== undefined) moveTo(index)
  }
  return {
    name: 'sidebar',
    isModal: false,
    bindings: () => [
      ...moveBindings(list),
      // The keys that move or work everywhere come first.
      ...areaLetters(app).map((letter) => ({
        id: `sidebar.area-${letter}`,
        keys: [letter],
        label: 'Next area with this letter',
        run: toArea(letter),
        hint: false,
      })),
      {
        id: 'sidebar.open',
        keys: ['enter', 'right', 'l'],
        label: 'Open',
        run: () => {
          const entry = shownEntries(app)[at()]
          state.setState({ focus: 'view' })
          return entry === undefined ? undefined : goToEntry(app, entry)
        },
      },
      {
        id: 'sidebar.favourite',
        keys: ['*'],
        label: 'Favourite',
        refused: () => (shownEntries(app)[at()]?.names[0] === 'overview' ? 'It is on top already.' : undefined),
        run: async () => {
          const entry = shownEntries(app)[at()]
          if (entry === undefined) return
          await toggleFavourite(app, entry)
          moveTo(shownEntries(app).findIndex(({ names }) => names[0] === entry.names[0]))
        },
      },
      { id: 'sidebar.leave', keys: ['esc'], label: 'To the screen', run: () => state.setState({ focus: 'view' }) },
    ],
  }
}
