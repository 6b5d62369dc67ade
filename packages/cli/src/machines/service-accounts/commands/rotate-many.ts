import { resolve } from 'node:path'

import {
  createRotation,
  inputOf,
  keyFilesOf,
  makeKeyPair,
  planRotation,
  shellQuoted,
  updateServiceAccount,
  valuesOf,
  type KeyFolder,
  type ProblemDetail,
  type Rotated,
  type Rotation,
  type Words,
} from '@portico/core'

import type { CommandContext } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { startProgress } from '../bulk/progress.ts'
import { rotationNoun, type RotationRow } from '../bulk/rotation-noun.ts'
import { findAccount, type Held } from '../find.ts'
import { openKeyFolder } from '../key-folder.ts'
import { tokenRefusal } from '../prove-key.ts'
import type { RotateOptions } from './rotate.ts'

/** Gives several accounts a new key each, with one private key in a file of a folder. Run again, it continues where it was. */
export async function run(options: RotateOptions, context: CommandContext): Promise<void> {
  const { io, settings, clock } = context
  const plan = planOutput(rotationNoun, options, { io, configured: settings.get('output') })
  const { makeKey, newKey, key, slot } = options
  if (makeKey === undefined || newKey !== undefined || key !== undefined || slot !== undefined)
    fail(
      'usage',
      'Several accounts are rotated with --make-key FOLDER/: each gets a key pair, with the private key in a file of the folder.',
    )
  const folder = openKeyFolder(resolve(io.cwd, makeKey))
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const held = await findAll(options.accounts, (wanted) => findAccount(server, environment, wanted))
  const words = await context.words()
  const say: Words['say'] = (id, values) => words.say(id, values)
  if (options.dryRun === true)
    return printPlan(held, { folder, say, envId: environment.id, options, isJson: plan.format === 'json' }, context)
  const rotation = createRotation(
    {
      client: { call: (endpoint, ...[args]) => server.attempt(endpoint, (args ?? {}) as never) },
      clock,
      say,
      folder,
      makePair: () => makeKeyPair(globalThis.crypto),
      prove: ({ id }, file) => tokenRefusal({ server: server.origin, account: id, path: folder.pathOf(file) }, context),
    },
    held.map(({ account }) => account),
    { environmentId: environment.id, replacesOlder: options.replaceOlder, removesUsed: options.yes },
  )
  const stoppedBy = await runWithProgress(rotation, context)
  const rows = rowsOf(rotation, folder)
  await printRows(plan, rows, context)
  conclude(rows, rotation.getState().results, stoppedBy, context)
}

async function findAll(wanted: readonly string[], find: (one: string) => Promise<Held>): Promise<readonly Held[]> {
  const found = new Map<string, Held>()
  for (const one of wanted) {
    const held = await find(one)
    found.set(held.account.id, held)
  }
  return [...found.values()]
}

/** Ctrl-C lets accounts under way finish. */
async function runWithProgress(rotation: Rotation, { io, clock, takeSignal }: CommandContext) {
  const progress = startProgress(rotation.getState().total, io, () => clock.now())
  const unsubscribe = rotation.subscribe(({ results }, before) => {
    for (const { status } of results.slice(before.results.length)) progress.step(status === 'failed')
  })
  const signal = takeSignal?.()
  void signal?.arrived.then(() => rotation.stop())
  await rotation.run()
  signal?.release()
  unsubscribe()
  progress.end()
  return signal?.received
}

function rowsOf(rotation: Rotation, folder: KeyFolder): readonly RotationRow[] {
  const { results, left } = rotation.getState()
  const empty = { file: null, otherKey: null, otherKeyUsedAt: null, message: null }
  return [
    ...results.map((one): RotationRow => {
      const { id, name, status } = one
      if (one.status === 'failed') return { ...empty, id, name, status, message: one.reason }
      return {
        ...empty,
        id,
        name,
        status,
        file: folder.pathOf(one.file),
        otherKey: one.otherKey,
        otherKeyUsedAt: one.usedAt,
      }
    }),
    ...left.map(({ id, name }): RotationRow => ({ ...empty, id, name, status: 'left' })),
  ]
}

function conclude(
  rows: readonly RotationRow[],
  results: readonly Rotated[],
  stoppedBy: 'interrupted' | 'terminated' | undefined,
  context: CommandContext,
): void {
  const count = (status: RotationRow['status']) => rows.filter((row) => row.status === status).length
  const [rotated, unchanged, failed, left] = [count('rotated'), count('unchanged'), count('failed'), count('left')]
  const kept = rows.filter(({ otherKey }) => otherKey === 'kept').length
  if (kept === 1)
    context.say(
      '1 other key may be in use and was kept. Move its programs to the new key, then run the same command again; -y removes it at once.',
    )
  if (kept > 1)
    context.say(
      phrase`${kept} other keys may be in use and were kept. Move their programs to the new keys, then run the same command again; -y removes them at once.`,
    )
  const sentence =
    unchanged === 0
      ? phrase`${rotated} rotated, ${failed} failed, ${left} not tried.`
      : phrase`${rotated} rotated, ${unchanged} unchanged (each already has this key), ${failed} failed, ${left} not tried.`
  const details = detailsOf(results.flatMap((one) => (one.status === 'failed' ? [one] : [])))
  if (stoppedBy !== undefined) {
    const hint = ['portico', ...(context.running?.argv.slice(2) ?? [])].map(shellQuoted).join(' ')
    return fail(stoppedBy, phrase`Stopped: ${sentence} Run the same command again to continue.`, {
      errorID: 'STOPPED',
      details,
      hint,
    })
  }
  if (failed + left === 0) return context.say(sentence)
  return fail(
    rotated + unchanged === 0 ? 'failure' : 'partly-failed',
    phrase`${sentence} Correct what failed and run the same command again: it continues with the keys in the folder.`,
    { errorID: 'PARTLY_FAILED', details: details.slice(0, 20) },
  )
}

type Refused = { readonly name: string } & Pick<Extract<Rotated, { status: 'failed' }>, 'cause' | 'reason'>

/** Why each was refused. Accounts with both slots full are counted in one line, which names the option. */
function detailsOf(refused: readonly Refused[]): readonly ProblemDetail[] {
  const full = refused.filter(({ cause }) => cause === 'full').length
  const others = refused
    .filter(({ cause }) => cause !== 'full')
    .map(({ name, reason, cause }) => ({
      errorID: cause === 'file' ? 'FILE_IN_USE' : 'ROTATION_FAILED',
      errorMessage: `${name}: ${reason}`,
    }))
  if (full === 0) return others
  const whose = full === 1 ? '1 account has' : `${full} accounts have`
  const errorMessage = `${whose} both key slots in use: --replace-older replaces the key used longer ago.`
  return [{ errorID: 'SLOT_REQUIRED', errorMessage }, ...others]
}

type PlanOptions = {
  readonly folder: KeyFolder
  readonly say: Words['say']
  readonly envId: string
  readonly options: RotateOptions
  readonly isJson: boolean
}

/** What a run would store; the keys themselves would be made then. */
function printPlan(
  held: readonly Held[],
  { folder, say, envId, options, isJson }: PlanOptions,
  { io }: CommandContext,
): void {
  const files = keyFilesOf(held.map(({ account }) => account))
  const plans = held.map(({ account }) => {
    const file = files.get(account.id) ?? ''
    const plan = planRotation({ folder, say }, account, file, { replacesOlder: options.replaceOlder })
    return { account, plan, path: folder.pathOf(file) }
  })
  const making = plans.flatMap(({ account, plan, path }) =>
    plan.status === 'store' ? [{ account, slot: plan.slot, path }] : [],
  )
  printDryRun(
    making.map(({ account, slot }) =>
      planned(
        updateServiceAccount,
        { envId, id: account.id },
        inputOf({ ...valuesOf(account), [slot]: '(new key)', [`${slot}Algorithm`]: 'RSA' }),
      ),
    ),
    making.map(({ account, slot, path }) => ({
      field: `${account.name}: ${slot}`,
      from: account[slot] ?? null,
      to: path,
    })),
    io,
    isJson,
  )
  const refused = plans.flatMap(({ account, plan }) =>
    plan.status === 'failed' ? [{ ...plan, name: account.name }] : [],
  )
  if (refused.length === 0) return
  fail(
    'partly-failed',
    refused.length === 1 ? '1 account would fail.' : phrase`${refused.length} accounts would fail.`,
    {
      errorID: 'PARTLY_FAILED',
      details: detailsOf(refused),
    },
  )
}
