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
    start: 'keys',
    run(typed) {
      if (typed === '') return app.say(words.say('FILE_REQUIRED'))
      const options = { environmentId, among: accounts }
      start({ app, folder: app.keyFolder(typed), accounts, before: [], options }, accounts)
    },
  })
}

/** Rotates these accounts of the round, and shows how far it is. */
function start(round: Round, accounts: readonly ServiceAccount[]): void {
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
    options,
  )
  app.openDialog(progressDialog(round, rotation))
  // Not as work of the app, which would delay keys until it ends: Esc stops it.
  rotation.run().then(() => ended(round, rotation), app.crashed)
}

/** Accounts that are done lose their mark; the others can be rotated again. */
function ended({ app }: Round, rotation: Rotation): void {
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
  const failed = () => results().filter((one) => one.status === 'failed')
  const lines = () => {
    const found = new Map(results().map((one) => [one.id, one]))
    const counts = {
      done: found.size,
      total: accounts.length,
      failed: failed().length,
      folder: neutralise(folder.pathOf('')),
    }
    return [
      words.say('rotation.progress', counts),
      '',
      ...accounts.map(({ id, name }) => lineOf(app, neutralise(name), found.get(id))),
    ]
  }
  /** Keys of a round that has ended. */
  const next = (): readonly Binding[] => {
    const found = new Map(results().map((one) => [one.id, one]))
    const isFull = (one: Rotated | undefined) => one?.status === 'failed' && one.cause === 'full'
    const full = accounts.filter(({ id }) => isFull(found.get(id)))
    const others = accounts.filter(({ id }) => found.get(id)?.status !== 'rotated' && !isFull(found.get(id)))
    const again = () => start(nextRound(round, rotation, others), others)
    const replace = () => app.openDialog(replaceDialog(round, rotation, full))
    return [
      ...(others.length === 0 ? [] : [{ id: 'rotation.again', keys: ['r'], label: 'Try again', run: again }]),
      ...(full.length === 0
        ? []
        : [{ id: 'rotation.replace', keys: ['p'], label: 'Replace older keys', run: replace }]),
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
  app.say('Stopping: the accounts that are under way are finished first.')
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
          const next = nextRound(round, rotation, full)
          start({ ...next, options: { ...round.options, replacesOlder: true } }, full)
        },
      },
    ],
    cancel: () => app.openDialog(progressDialog(round, rotation)),
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
  return [`+ ${name}: ${neutralise(result.file)}`, ...other].join(', ')
}
