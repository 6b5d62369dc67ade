import {
  createRotation,
  createServiceAccounts,
  makeKeyPair,
  quietDays,
  type KeyFolder,
  type Rotated,
  type Rotation,
  type RotationOptions,
  type ServiceAccount,
} from '@portico/core'

import { shortTime } from '../../../kit/output/cell.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'

/** What is rotated, where to, and how far it came. */
type Round = {
  readonly app: App
  readonly folder: KeyFolder
  readonly accounts: readonly ServiceAccount[]
  /** Results of rounds before this one. */
  readonly before: readonly Rotated[]
  readonly options: RotationOptions
}

/** Asks for the folder of the private keys, then gives each account a new key pair. */
export function rotateDialog(app: App, environmentId: string, accounts: readonly ServiceAccount[]): Dialog {
  const { words } = app
  return typedDialog(app, {
    title: words.say('rotation.title', { count: accounts.length }),
    lines: [
      words.say('rotation.help', { days: quietDays }),
      '',
      ...accounts.map(({ name }) => `  ${neutralise(name)}`),
    ],
    label: 'Folder',
    action: 'Rotate',
    start: suggestedFolder(app),
    run(typed) {
      if (typed === '') return app.say(words.say('FILE_REQUIRED'))
      const options = { environmentId, among: accounts }
      start({ app, folder: app.keyFolder(typed), accounts, before: [], options }, accounts)
    },
  })
}

/** A folder that does not exist yet: with the keys of an earlier rotation, this one would change nothing. */
function suggestedFolder({ core, keyFolder }: App): string {
  const name = `keys-${new Date(core.clock.now()).toISOString().slice(0, 10)}`
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${name}-${count}`
    if (!keyFolder(numbered).exists()) return numbered
  }
}

/** Rotates these accounts of the round, and shows how far it is. `more` is for this run only: what follows is asked again. */
function start(round: Round, accounts: readonly ServiceAccount[], more: Partial<RotationOptions> = {}): void {
  const { app, folder, options } = round
  const { client, clock } = app.core
  const rotation = createRotation(
    {
      client,
      clock,
      say: (id, values) => app.words.say(id, values),
      folder,
      makePair: () => makeKeyPair(globalThis.crypto),
      prove: ({ id }, file) => app.proveKey(id, folder.pathOf(file)),
    },
    accounts,
    { ...options, ...more },
  )
  app.openDialog(progressDialog(round, rotation))
  // Not as work of the app, which would delay keys until it ends: Esc stops it.
  rotation.run().then(() => ended(round, rotation), app.crashed)
}

const stopping = 'Stopping: the accounts that are under way are finished first.'

/** Accounts that are done lose their mark; the others can be rotated again. */
function ended({ app }: Round, rotation: Rotation): void {
  if (app.state.getState().notice === app.words.text(stopping)) app.say(undefined)
  const { list } = app.core.lazily(createServiceAccounts)
  for (const { id, status } of rotation.getState().results) {
    const marked = list.getState().selected.get(id)
    if (status === 'rotated' && marked !== undefined) list.toggle(marked)
  }
  app.work.run(() => list.refresh())
}

function progressDialog(round: Round, rotation: Rotation): Dialog {
  const { app, accounts, before, folder } = round
  const { words } = app
  const results = () => [...before, ...rotation.getState().results]
  const count = (status: Rotated['status']) => results().filter((one) => one.status === status).length
  const lines = () => {
    const found = new Map(results().map((one) => [one.id, one]))
    const counts = {
      done: found.size,
      total: accounts.length,
      rotated: count('rotated'),
      unchanged: count('unchanged'),
      failed: count('failed'),
      folder: neutralise(folder.pathOf('')),
    }
    return [
      words.say(counts.unchanged === 0 ? 'rotation.progress' : 'rotation.progressUnchanged', counts),
      '',
      ...accounts.map(({ id, name }) => lineOf(app, neutralise(name), found.get(id))),
    ]
  }
  /** Keys of a round that has ended. */
  const next = (): readonly Binding[] => {
    const found = new Map(results().map((one) => [one.id, one]))
    const isFull = (one: Rotated | undefined) => one?.status === 'failed' && one.cause === 'full'
    const full = accounts.filter(({ id }) => isFull(found.get(id)))
    const isSettled = (one: Rotated | undefined) => one?.status === 'rotated' || one?.status === 'unchanged'
    const others = accounts.filter(({ id }) => !isSettled(found.get(id)) && !isFull(found.get(id)))
    const kept = accounts.filter(({ id }) => {
      const one = found.get(id)
      return one !== undefined && one.status !== 'failed' && one.otherKey === 'kept'
    })
    const again = () => start(nextRound(round, rotation, others), others)
    const replace = () => app.openDialog(replaceDialog(round, rotation, full))
    const remove = () => app.openDialog(removeDialog(round, rotation, kept))
    return [
      ...(others.length === 0 ? [] : [{ id: 'rotation.again', keys: ['r'], label: 'Try again', run: again }]),
      ...(full.length === 0
        ? []
        : [{ id: 'rotation.replace', keys: ['p'], label: 'Replace older keys', run: replace }]),
      ...(kept.length === 0 ? [] : [{ id: 'rotation.remove', keys: ['d'], label: 'Remove older keys', run: remove }]),
      { id: 'rotation.close', keys: ['esc', 'enter'], label: 'Close', run: () => app.closeDialog() },
    ]
  }
  return textDialog(app, {
    title: words.say('rotation.title', { count: accounts.length }),
    lines,
    stores: [rotation],
    keys: () =>
      rotation.getState().status === 'done'
        ? next()
        : [{ id: 'rotation.stop', keys: ['esc'], label: 'Stop', run: () => stop(round, rotation) }],
  })
}

function stop({ app }: Round, rotation: Rotation): void {
  rotation.stop()
  app.say(stopping)
}

/** What is known of the accounts that are not in the next round. */
function nextRound(round: Round, rotation: Rotation, next: readonly ServiceAccount[]): Round {
  const ids = new Set(next.map(({ id }) => id))
  return { ...round, before: [...round.before, ...rotation.getState().results].filter(({ id }) => !ids.has(id)) }
}

/** Where both keys are set: the one used longer ago is replaced, whose programs stop working. */
function replaceDialog(round: Round, rotation: Rotation, full: readonly ServiceAccount[]): Dialog {
  const { app } = round
  return choiceDialog(app, {
    title: app.words.say('rotation.replaceTitle', { count: full.length }),
    lines: () => [app.words.say('rotation.replaceMessage'), ...full.map(({ name }) => `  ${neutralise(name)}`)],
    choices: [
      { key: 'n', label: 'Keep them', run: () => app.openDialog(progressDialog(round, rotation)) },
      {
        key: 'y',
        label: 'Replace older keys',
        run: () => {
          start(nextRound(round, rotation, full), full, { replacesOlder: true })
        },
      },
    ],
    cancel: () => app.openDialog(progressDialog(round, rotation)),
  })
}

const dayMs = 86_400_000

/** As `-y` in the shell: each new key gets a token once more, then the other key is removed, used or not. */
function removeDialog(round: Round, rotation: Rotation, kept: readonly ServiceAccount[]): Dialog {
  const { app } = round
  const { words } = app
  const now = app.core.clock.now()
  const ids = new Set(kept.map(({ id }) => id))
  const usedLately = [...round.before, ...rotation.getState().results].flatMap((one) => {
    if (!ids.has(one.id) || one.status === 'failed' || one.usedAt === null) return []
    if (now - Date.parse(one.usedAt) > dayMs) return []
    return [`  ${neutralise(one.name)}: ${words.say('tui.lastUsed', { when: shortTime(one.usedAt, now, words) })}`]
  })
  const back = () => app.openDialog(progressDialog(round, rotation))
  return choiceDialog(app, {
    title: words.say('rotation.removeTitle', { count: kept.length }),
    lines: () => [
      words.say('rotation.removeMessage'),
      words.say(usedLately.length === 0 ? 'rotation.notUsedLately' : 'rotation.usedLately'),
      ...usedLately,
    ],
    choices: [
      { key: 'n', label: 'Keep them', run: back },
      {
        key: 'y',
        label: 'Remove older keys',
        run: () => start(nextRound(round, rotation, kept), kept, { removesUsed: true }),
      },
    ],
    cancel: back,
  })
}

function lineOf(app: App, name: string, result: Rotated | undefined): string {
  const { words, glyphs } = app
  if (result === undefined) return `${glyphs.dot} ${name}`
  if (result.status === 'failed') return `- ${name}: ${neutralise(result.reason)}`
  const { otherKey, usedAt } = result
  const when = usedAt === null ? undefined : shortTime(usedAt, app.core.clock.now(), words)
  const other =
    otherKey === 'none'
      ? []
      : otherKey === 'removed'
        ? [words.say('rotation.removed')]
        : [when === undefined ? words.say('rotation.keptUnused') : words.say('rotation.kept', { when })]
  const key =
    result.status === 'unchanged'
      ? `= ${name}: ${words.say('rotation.unchanged')}`
      : `+ ${name}: ${neutralise(result.file)}`
  return [key, ...other].join(', ')
}
