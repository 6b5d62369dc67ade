import type { AdminEnvironment, Core, KeyFolder, Palette, Words } from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Binding } from '../focus/binding.ts'
import { createLine, type Line } from '../fields/line.ts'
import { glyphsOf, type Glyphs } from './glyphs.ts'
import { startHistory, step, swap, visit, type History } from './history.ts'
import { layoutOf, type Layout, type Size } from './layout.ts'
import { isFirstLevel, type Place } from './place.ts'
import { coloursOf, type Background, type Colours } from './theme.ts'
import type { Dialog, View } from './view.ts'
import { systemNotice } from './system-notice.ts'
import { noOwnSettings, type OwnChange, type OwnSettings } from '../../settings/own-settings.ts'
import { supportLock } from './support-lock.ts'
import { createWork, type Work } from './work.ts'
import { tenantWriteRefusal, writeRefusal } from './write-lock.ts'

export type SignInAgain = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** What the terminal UI needs from the process. */
export type AppPorts = {
  readonly core: Core
  readonly words: Words
  readonly origin: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly size: () => Size
  /** The terminal's background, where it is known before the terminal is asked. */
  readonly background?: Background | undefined
  /** Clicks and the wheel are reported. */
  readonly hasMouse?: boolean
  /** `--readonly`. */
  readonly isReadonly: boolean
  readonly copy: (text: string) => void
  /** Returns true if a browser was started. */
  readonly openUrl: (url: string) => boolean
  /** At most `bytesMax` + 1 bytes. Rejects with a sentence. */
  readonly readFile: (path: string, bytesMax: number) => Promise<Uint8Array>
  /** A file of any length. Fails with a sentence. */
  readonly readChunks: (path: string) => AsyncIterable<Uint8Array>
  /** Writes a new file that only its owner can read, and returns its path. Fails with a sentence. */
  readonly writeFile: (path: string, text: string) => string
  /** A folder for private keys of this machine. */
  readonly keyFolder: (path: string) => KeyFolder
  /** Gets a token of a service account with the private key in a file; a sentence: why there is none. */
  readonly proveKey: (account: string, path: string) => Promise<string | undefined>
  readonly ownSettings?: OwnSettings | undefined
  /** Keeps a change of the settings for later runs. Rejects with a sentence. */
  readonly keepOwn: (change: OwnChange) => Promise<void>
  readonly signInAgain: () => Promise<SignInAgain>
  readonly quit: () => void
  /** Begins again with nothing loaded, after the session has become that of another tenant. */
  readonly restart: () => void
  readonly redraw: () => void
  readonly crashed: (reason: unknown) => void
}

/** What core finds for the text of the palette; `isChoosing`: the arrow keys move in it. */
export type PaletteSearch = {
  readonly palette: Palette
  readonly isChoosing: boolean
  readonly close: () => void
}

export type ShellState = {
  readonly history: History
  readonly view: View
  readonly focus: 'view' | 'sidebar'
  readonly sidebarIndex: number
  readonly prompt: 'palette' | 'filter' | undefined
  /** While the palette is open. */
  readonly search: PaletteSearch | undefined
  readonly dialog: Dialog | undefined
  readonly environmentId: string | undefined
  /** Unlocked production environments, and `wholeTenant`. */
  readonly unlocked: ReadonlySet<string>
  /** Background of the terminal, as far as it is known; it decides the colours. */
  readonly background: Background | undefined
  /** A message about the last key. */
  readonly notice: string | undefined
  readonly size: Size
  /** Message of a failed sign-in, in the session dialog. */
  readonly signInError: string | undefined
}

/** `query`: of the list, as its own type. `select`: the id of the row to go to. */
export type RememberedList = {
  readonly index: number
  readonly offset: number
  readonly query: object
  readonly select?: string
}

export type App = Omit<AppPorts, 'size'> & {
  readonly state: StoreApi<ShellState>
  /** What the person set: columns, favourites, hotkeys. */
  readonly own: StoreApi<OwnSettings>
  /** Changes it, and keeps it for later runs. */
  changeOwn(change: OwnChange): Promise<void>
  readonly work: Work
  readonly palette: Line
  /** Cursor and filter of lists visited before. */
  readonly remembered: Map<string, RememberedList>
  /** Names for Tab completion in the palette, by noun, from the lists loaded so far. */
  readonly known: Map<string, readonly string[]>
  readonly glyphs: Glyphs
  readonly colours: Colours
  layout(): Layout
  environment(id?: string): AdminEnvironment | undefined
  /** Why the environment is read-only now. */
  writeRefusal(environmentId: string | undefined): string | undefined
  /** Why tenant-wide settings are read-only now. */
  tenantRefusal(): string | undefined
  /** The current place. */
  place(): Place | undefined
  /** The place that `move('back')` goes to. */
  placeBefore(): Place | undefined
  /** The current place was opened from another screen, to which `move('back')` returns. */
  isNested(): boolean
  /** Goes to a place; asks first about unsaved changes. */
  go(place: Place): void
  /** Replaces the current place without asking, after saving or deleting. */
  replace(place: Place): void
  move(to: 'back' | 'forward' | 'last'): void
  openDialog(dialog: Dialog): void
  closeDialog(): void
  /** A message about the last key: a label in code is shown in the language of the words. */
  say(notice: string | undefined): void
  run(binding: Binding): void
  resize(): void
}

export function createApp(ports: AppPorts, first: Place, createView: (app: App, place: Place) => View): App {
  const { core, words } = ports
  const work = createWork(ports.crashed)
  const asked = () => ({
    isReadonlySession: ports.isReadonly,
    isDeactivated: core.session.getState().session?.deactivated === true,
    support: supportLock(core.launcher.getState(), app.place()),
    unlocked: app.state.getState().unlocked,
    words,
  })
  const app: App = {
    ...ports,
    work,
    palette: createLine(),
    remembered: new Map(),
    known: new Map(),
    glyphs: glyphsOf(ports.env, ports.platform),
    get colours() {
      return coloursOf(ports.env, app.state.getState().background)
    },
    state: undefined as unknown as StoreApi<ShellState>,
    own: createStore(() => ports.ownSettings ?? noOwnSettings),
    async changeOwn(change) {
      app.own.setState(change)
      try {
        await ports.keepOwn(change)
      } catch (reason) {
        app.say(reason instanceof Error ? reason.message : String(reason))
      }
    },
    layout: () => layoutOf(app.state.getState().size, systemNotice(core) !== undefined),
    environment: (id = app.state.getState().environmentId) =>
      core.environments.getState().adminEnvironments?.find((one) => one.id === id),
    writeRefusal: (id) =>
      writeRefusal({
        environment: id === undefined ? undefined : app.environment(id),
        ...asked(),
      }),
    tenantRefusal: () => tenantWriteRefusal(asked()),
    place() {
      const { history } = app.state.getState()
      return history.places[history.at]
    },
    placeBefore() {
      const { history } = app.state.getState()
      return history.places[history.at - 1]
    },
    isNested() {
      const place = app.place()
      return place !== undefined && !isFirstLevel(place) && app.placeBefore() !== undefined
    },
    go: (place) => core.leaveBlocker.leave(() => show(visit(app.state.getState().history, place))),
    replace: (place) => show(visit(app.state.getState().history, place, true)),
    move(to) {
      const { history } = app.state.getState()
      const next = to === 'last' ? swap(history) : step(history, to === 'back' ? -1 : 1)
      if (next === undefined)
        return app.say(to === 'forward' ? 'There is nothing ahead.' : 'There is nothing before this.')
      core.leaveBlocker.leave(() => show(next))
    },
    openDialog: (dialog) => app.state.setState({ dialog }),
    closeDialog: () => app.state.setState({ dialog: undefined }),
    say: (notice) => app.state.setState({ notice: notice && words.text(notice) }),
    run(binding) {
      const refused = binding.refused?.()
      app.say(refused)
      if (refused === undefined) work.run(binding.run)
    },
    resize: () => app.state.setState({ size: ports.size() }),
  }

  function show(history: History): void {
    const place = history.places[history.at]
    if (place === undefined || history === app.state.getState().history) return
    app.state.getState().view.close()
    app.state.getState().search?.close()
    // An error belongs to the place it occurred in; a success message stays after leaving it.
    core.feedback.clearError()
    const view = createView(app, place)
    const environmentId = 'environmentId' in place ? place.environmentId : app.state.getState().environmentId
    app.state.setState({
      history,
      view,
      environmentId,
      focus: 'view',
      prompt: undefined,
      search: undefined,
      dialog: undefined,
    })
    work.run(view.open)
  }

  Object.assign(app, {
    state: createStore<ShellState>(() => ({
      history: startHistory(first),
      view: undefined as unknown as View,
      focus: 'view',
      sidebarIndex: 0,
      prompt: undefined,
      search: undefined,
      dialog: undefined,
      environmentId: 'environmentId' in first ? first.environmentId : undefined,
      unlocked: new Set<string>(),
      background: ports.background,
      notice: undefined,
      size: ports.size(),
      signInError: undefined,
    })),
  })
  app.state.setState({ view: createView(app, first) })
  return app
}
