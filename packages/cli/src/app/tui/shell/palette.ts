import { closest, createServiceAccounts, matchByIdOrName, type Words } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import { inSentence } from '../../../kit/terminal/app/in-sentence.ts'
import { isTenantPlace, type Place } from '../../../kit/terminal/app/place.ts'
import { wholeTenant } from '../../../kit/terminal/app/write-lock.ts'
import { environmentNamed, withEnvironment } from './choose-environment.ts'
import { keyList } from './key-list.ts'
import { copyCommand, openInBrowser, shellBindings } from './shell-bindings.ts'
import { isInEnvironment, notForThis, sidebarEntries, type SidebarEntry } from './sidebar.ts'

export type PaletteCommand = {
  readonly names: readonly string[]
  readonly usage: string
  readonly summary: string
  /** In place of a summary: the label of what it shows. */
  readonly shows?: string | undefined
  /** Values of the argument, for Tab completion. */
  readonly values?: ((app: App) => readonly string[]) | undefined
  /** What it opens, which the caller may not have. */
  readonly entry?: SidebarEntry
  readonly run: (app: App, argument: string) => void | Promise<void>
}

/** Nouns whose argument is more than a filter. */
const withArgument: Readonly<
  Record<
    string,
    {
      readonly usage: string
      readonly values?: PaletteCommand['values']
      readonly run: (app: App, argument: string, entry: SidebarEntry) => void | Promise<void>
    }
  >
> = {
  'service-account': {
    usage: 'name | filter',
    values: (app) => accounts(app).map((one) => one.name),
    run: goToAccount,
  },
  'identity-provider': {
    usage: 'name | filter',
    values: (app) => app.known.get('identity-provider') ?? [],
    run: goFound,
  },
  'sign-in': { usage: 'code | filter', run: goFound },
  whereis: { usage: 'username', run: (app, username) => app.go({ view: 'whereis', username }) },
}

/** What can be typed after `:`. */
export const paletteCommands: readonly PaletteCommand[] = [
  ...sidebarEntries.map((entry): PaletteCommand => {
    const [name = ''] = entry.names
    const special = withArgument[name]
    return {
      names: entry.names,
      usage: `${name} [${special?.usage ?? 'filter'}]`,
      summary: entry.summary ?? '',
      shows: entry.summary === undefined ? entry.label : undefined,
      values: special?.values,
      entry,
      run: (app, argument) => (special?.run ?? goFound)(app, argument, entry),
    }
  }),
  {
    names: ['explain'],
    usage: 'explain USERNAME',
    summary: 'What a person can open, and why',
    run: (app, user) => app.go({ view: 'explain', user: user.trim() }),
  },
  {
    names: ['matrix'],
    usage: 'matrix [filter]',
    summary: 'Roles and groups in a matrix',
    run: (app, argument) =>
      inEnvironment(app, 'Roles and groups', argument, (environmentId, rest) =>
        goFiltered(app, { view: 'matrix', environmentId }, rest),
      ),
  },
  {
    names: ['tree'],
    usage: 'tree',
    summary: 'Group mappings as a tree',
    run: (app) => app.go({ view: 'mapping-tree' }),
  },
  {
    names: ['scim'],
    usage: 'scim [NAME]',
    summary: 'SCIM of an identity provider',
    values: (app) => app.known.get('identity-provider') ?? [],
    run: async (app, name) => (await import('../late.ts')).goToScim(app, name),
  },
  {
    names: ['provisioning'],
    usage: 'provisioning [filter]',
    summary: 'Provisioning of applications',
    async run(app, argument) {
      const entry = sidebarEntries.find(({ names }) => names.includes('application'))
      if (entry === undefined) return
      await goFound(app, argument, entry)
      if (app.place()?.view === 'applications') app.say('Choose an application, then press p.')
    },
  },
  {
    names: ['use'],
    usage: 'use NAME',
    summary: 'Work in another environment',
    values: (app) => environments(app).map((one) => one.name),
    run: (app, argument) => {
      const [found, ...more] = matchByIdOrName(environments(app), argument, (one) => [one.name, one.urn])
      if (found === undefined || more.length > 0) return app.say(app.words.say('tui.noEnvironment', { name: argument }))
      app.go({ view: 'service-accounts', environmentId: found.id })
    },
  },
  {
    names: ['create', 'new'],
    usage: 'create',
    summary: 'Create an entry in this list',
    run: (app) => {
      const own = app.state
        .getState()
        .view.layer.bindings()
        .find(({ id }) => id.endsWith('.create'))
      if (own !== undefined) return app.run(own)
      const { environmentId } = app.state.getState()
      const refused = app.writeRefusal(environmentId)
      if (refused !== undefined || environmentId === undefined) return app.say(refused)
      app.go({ view: 'service-account-create', environmentId })
    },
  },
  {
    names: ['write'],
    usage: 'write',
    summary: 'Allow changes here until you quit',
    run: (app) => {
      if (isTenantPlace(app.place())) return unlockTenant(app)
      const environment = app.environment()
      if (environment === undefined) return app.say('Choose an environment first: press 1.')
      if (!app.isReadonly && !environment.readonly)
        app.state.setState(({ unlocked }) => ({ unlocked: new Set([...unlocked, environment.id]) }))
      app.say(app.writeRefusal(environment.id) ?? app.words.say('tui.unlocked', { name: environment.name }))
    },
  },
  {
    names: ['lock'],
    usage: 'lock',
    summary: 'Make production read-only again',
    run: (app) => {
      app.state.setState({ unlocked: new Set() })
      app.say('Production is read-only again.')
    },
  },
  { names: ['copy'], usage: 'copy', summary: 'Copy this screen as a command', run: copyCommand },
  { names: ['open'], usage: 'open', summary: 'Open this page in the browser', run: openInBrowser },
  {
    names: ['reload'],
    usage: 'reload',
    summary: 'Load this screen again',
    run: (app) => app.state.getState().view.open(),
  },
  {
    names: ['help', 'keys'],
    usage: 'help',
    summary: 'List all keys',
    run: (app) => app.openDialog(keyList(app, shellBindings(app, hotkeyBindings(app)))),
  },
  { names: ['quit', 'q'], usage: 'quit', summary: 'Leave', run: (app) => app.core.leaveBlocker.leave(app.quit) },
]

/** What a command does, in the language of the words. */
export function summaryOf({ summary, shows }: PaletteCommand, words: Words): string {
  return shows === undefined ? words.text(summary) : words.say('tui.showNoun', { name: inSentence(shows, words) })
}

/** Commands that match the typed text, without what the caller cannot open. */
export function suggestions(app: App, typed: string): readonly PaletteCommand[] {
  const [name = '', ...rest] = typed.trimStart().toLowerCase().split(/\s+/)
  const offered = paletteCommands.filter(({ entry }) => entry === undefined || notForThis(app, entry) === undefined)
  const exact = offered.filter(({ names }) => names.includes(name))
  if (rest.length > 0) return exact
  const begin = offered.filter((one) => !exact.includes(one) && one.names.some((word) => word.startsWith(name)))
  return [...exact, ...begin]
}

/** The typed text with its last word completed: to the first matching command, or to the common prefix of the values. */
export function completed(app: App, typed: string): string {
  const match = /^\s*(\S+)(\s+(.*))?$/.exec(typed)
  const [command] = suggestions(app, typed)
  if (match === null || command === undefined) return typed
  if (match[2] === undefined)
    return `${command.names.find((name) => name.startsWith(match[1] ?? '')) ?? command.names[0]} `
  const begin = (match[3] ?? '').toLowerCase()
  const values = (command.values?.(app) ?? []).filter((value) => value.toLowerCase().startsWith(begin))
  const [first] = values
  if (first === undefined) return typed
  let shared = first
  for (const value of values) while (!value.toLowerCase().startsWith(shared.toLowerCase())) shared = shared.slice(0, -1)
  return shared.length >= begin.length ? `${match[1]} ${shared}` : typed
}

export function runPalette(app: App, typed: string): void | Promise<void> {
  const [name = '', ...rest] = typed.trim().split(/\s+/)
  if (name === '') return
  const command =
    paletteCommands.find(({ names }) => names.includes(name.toLowerCase())) ?? only(suggestions(app, name))
  if (command !== undefined) return command.run(app, rest.join(' '))
  const guess = closest(
    name,
    paletteCommands.flatMap(({ names }) => names),
  )
  app.say(
    guess === undefined
      ? app.words.say('palette.none', { text: typed.trim() })
      : app.words.say('tui.noCommand', { name, guess }),
  )
}

/** Commands on keys, as the person set them. */
export function hotkeyBindings(app: App): readonly Binding[] {
  return [...app.own.getState().hotkeys].map(([key, command]) => ({
    id: `shell.hotkey.${key}`,
    keys: [key],
    label: `:${command}`,
    run: () => runPalette(app, command),
    hint: false,
  }))
}

function only<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

function unlockTenant(app: App): void {
  app.state.setState(({ unlocked }) => ({ unlocked: new Set([...unlocked, wholeTenant]) }))
  app.say(app.tenantRefusal() ?? 'Changes that touch every environment are allowed until you quit.')
}

/** Opens what belongs to an environment: to the one that the argument names, or to the chosen one, with the argument. */
async function inEnvironment(
  app: App,
  label: string,
  argument: string,
  open: (environmentId: string, rest: string) => Promise<void>,
): Promise<void> {
  const named = argument === '' ? undefined : await environmentNamed(app, argument)
  if (named !== undefined) return open(named.id, '')
  return withEnvironment(app, label, (environmentId) => open(environmentId, argument))
}

/** Opens the place and passes it the argument; views without a handler use it as a filter. */
async function goFound(app: App, argument: string, entry: SidebarEntry): Promise<void> {
  const refused = notForThis(app, entry)
  if (refused !== undefined) return app.say(refused)
  const open = async (environmentId: string | undefined, rest: string) => {
    const place = entry.place(environmentId)
    if (place !== undefined) await goFiltered(app, place, rest)
  }
  return isInEnvironment(entry) ? inEnvironment(app, entry.label, argument, open) : open(undefined, argument)
}

async function goFiltered(app: App, place: Place, argument: string): Promise<void> {
  app.go(place)
  await pass(app, argument)
}

async function pass(app: App, argument: string): Promise<void> {
  if (argument === '') return
  await app.state.getState().view.ready?.()
  const { view } = app.state.getState()
  if (view.find !== undefined) return view.find(argument)
  view.filter?.line.set(argument)
  await view.filter?.kept?.()
}

/** `:sa NAME` opens the account with that name if it exists; any other text filters the list. */
function goToAccount(app: App, argument: string, { label }: SidebarEntry): Promise<void> {
  return inEnvironment(app, label, argument, async (environmentId, rest) => {
    const list: Place = { view: 'service-accounts', environmentId }
    if (rest === '') return app.go(list)
    const candidates = (await app.core.lazily(createServiceAccounts).lookUp(environmentId, rest)) ?? []
    const [found, ...more] = matchByIdOrName(candidates, rest, (one) => [one.name, one.urn])
    if (found === undefined || more.length > 0) return goFiltered(app, list, rest)
    app.go({ view: 'service-account-edit', environmentId, id: found.id })
  })
}

function environments(app: App) {
  return app.core.environments.getState().adminEnvironments ?? []
}

function accounts(app: App) {
  return app.core.lazily(createServiceAccounts).list.getState().rows ?? []
}
