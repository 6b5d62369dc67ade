import {
  createServiceAccount,
  createServiceAccountEditor,
  dependencyText,
  fieldNames,
  keyFields,
  lineFields,
  partsToSave,
  saveDependencies,
  updateServiceAccount,
  type Dependency,
  type DependencyRow,
  type OpenedAccount,
  type ServiceAccountEditor,
  type ServiceAccountRow,
} from '@portico/core'

import type { CommandContext, Server } from '../../kit/context/context.ts'
import { editorParts } from '../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../kit/output/dry-run.ts'
import type { OutputPlan } from '../../kit/output/plan.ts'
import { printRow } from '../../kit/output/print.ts'
import type { Wanted } from './dependencies.ts'
import type { Held } from './find.ts'
import { requireNoViolations } from '../../kit/errors/problem-failure.ts'
import { bodyOf, type Intended } from './input.ts'
import { saveAccount } from './save.ts'

export type Changing = {
  readonly server: Server
  readonly envId: string
  readonly plan: OutputPlan<ServiceAccountRow>
  readonly dryRun: boolean
  /** Called once the server has stored the change, before it is printed. */
  readonly onStored?: (() => void) | undefined
}

/** Saves a new account, or the differences from the version read, through core's editor. */
export async function changeAccount(
  held: Held | undefined,
  intended: Intended,
  wanted: readonly Wanted[],
  changing: Changing,
  context: CommandContext,
): Promise<void> {
  const { server, envId, plan, dryRun } = changing
  const id = held?.account.id
  const editor = createServiceAccountEditor(await editorParts(server, context), { environmentId: envId, id })
  if (held !== undefined) editor.open(held, held.etag)
  for (const { name } of lineFields) editor.setField(name, intended[name] ?? '')
  for (const { name } of keyFields) editor.takeKey(name, intended[name] ?? '')
  editor.setDependencies(wanted.map((row) => ({ ...row, label: row.urn })))
  requireNoViolations(editor.violations(), await context.words())

  if (dryRun) return printPlanned(editor, changing, context)
  const isChanged = id === undefined || editor.hasChanges()
  const { account, dependencies } = isChanged ? await saveAccount(editor) : (held as OpenedAccount)
  changing.onStored?.()
  if (!isChanged) context.say('Nothing differs from what is saved.')
  await printRow(plan, { ...account, dependencies }, context)
  if (isChanged)
    context.say((await context.words()).say(id === undefined ? 'serviceAccount.created' : 'serviceAccount.updated'))
}

async function printPlanned(editor: ServiceAccountEditor, { envId, plan }: Changing, { io }: CommandContext) {
  const { id, form } = editor.getState()
  const { fields, dependencies } = partsToSave(form, id === undefined)
  const params = { envId, id: id ?? '(new)' }
  const saved =
    id === undefined ? planned(createServiceAccount, { envId }, fields) : planned(updateServiceAccount, params, fields)
  const requests = [
    ...(fields === undefined ? [] : [saved]),
    ...(dependencies === undefined ? [] : [planned(saveDependencies, params, { dependencies })]),
  ]
  const none = Object.fromEntries(fieldNames.map((name) => [name, null]))
  const before = {
    ...(id === undefined ? {} : { ...none, ...bodyOf(form.fetched.values) }),
    dependencies: textsOf(form.fetched.dependencies, form.fetched.dependencies),
  }
  const after = {
    ...(id === undefined ? {} : none),
    ...bodyOf(form.values),
    dependencies: dependencies === undefined ? before.dependencies : textsOf(dependencies, form.dependencies),
  }
  printDryRun(requests, changesBetween(before, after), io, plan.format === 'json')
}

function textsOf(dependencies: readonly Dependency[], rows: readonly DependencyRow[]): string[] {
  return dependencies.map(({ appId, name }) =>
    dependencyText({ urn: rows.find((row) => row.appId === appId)?.urn ?? appId, name }),
  )
}
