import {
  approvalInWords,
  approvalQuestion,
  approveListed,
  approveTakeovers,
  isApprovable,
  provisioningScope,
  takeoverChoices,
  takeoverList,
  takeoverNoun,
  takeoversMax,
  takeoverStateInWords,
  type Client,
  type Takeover,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { failureOf } from '../../../kit/errors/problem-failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { namedApplication } from '../named-application.ts'

type Options = CommonOptions & {
  app: string
  person?: readonly string[]
  group?: readonly string[]
  all?: boolean
  idp?: string
  yes?: boolean
}

/** Approves that people and groups take over the accounts that are listed for them now, and prints those. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(takeoverNoun, options, { io, configured: settings.get('output') })
  checkChoice(options)
  const { server, environment, application, params } = await namedApplication(context, options.app)
  const listed = await readRows(server, takeoverList, { scope: provisioningScope(params) })
  const words = await context.words()
  const rows = chosen(listed, options, (row) => takeoverStateInWords(row, words))
  if (options.dryRun) {
    const requests = batchesOf(takeoverChoices(rows)).map((takeovers) =>
      planned(approveTakeovers, params, { takeovers }),
    )
    const changes = rows.map((row) => ({ field: `${row.kind} ${row.name}`, from: null, to: row.account?.id ?? null }))
    return printDryRun(requests, changes, io, plan.format === 'json')
  }
  if (rows.length === 0) {
    await printRows(plan, rows, context)
    return context.say(words.say('provisioning.approveNone'))
  }
  const place = { application: application.label, environment: environment.name }
  await confirmYes(context, approvalQuestion(rows, place, words), options.yes === true)
  const call: Client['call'] = (endpoint, ...[args]) => server.attempt(endpoint, (args ?? {}) as never)
  const approval = await approveListed({ call }, params, rows)
  const isChanged = new Set(approval.changed)
  await printRows(plan, rows.filter((row) => !isChanged.has(row)).slice(0, approval.approved), context)
  if (approval.problem !== undefined) {
    if (approval.approved > 0) context.say(approvalInWords(approval, words))
    throw new CommandFailure(failureOf(approval.problem))
  }
  const sentence = approvalInWords(approval, words)
  if (approval.changed.length === 0) return context.say(sentence)
  fail(approval.approved === 0 ? 'conflict' : 'partly-failed', sentence)
}

function checkChoice({ person = [], group = [], all = false, idp }: Options): void {
  const isNamed = person.length + group.length > 0
  if (isNamed === all) fail('usage', 'Name people and groups with --person and --group, or approve all with --all.')
  if (idp !== undefined && !all) fail('usage', '--idp is used with --all.')
}

/** With `--all`, those that can be approved now. Each that is named must be one of them. */
function chosen(
  listed: readonly Takeover[],
  { person = [], group = [], all = false, idp }: Options,
  why: (row: Takeover) => string,
): Takeover[] {
  const isSame = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase()
  if (all) {
    const ofProvider = listed.filter(({ provider }) => idp === undefined || isSame(provider, idp))
    if (idp !== undefined && ofProvider.length === 0)
      fail('not-found', phrase`No existing account is listed for a person or group of the identity provider ${idp}.`)
    return ofProvider.filter(isApprovable)
  }
  const find = (kind: Takeover['kind'], named: string): Takeover => {
    const row = listed.find((one) => one.kind === kind && (isSame(one.name, named) || isSame(one.id, named)))
    if (row === undefined) fail('not-found', phrase`No existing account is listed for ${named}.`)
    if (row.approvedAt === null && !isApprovable(row))
      fail('conflict', phrase`${named} cannot be approved. ${why(row)}.`)
    return row
  }
  const rows = [...person.map((name) => find('person', name)), ...group.map((name) => find('group', name))]
  return [...new Set(rows)].filter(isApprovable)
}

function batchesOf<Choice>(choices: readonly Choice[]): Choice[][] {
  const batches: Choice[][] = []
  for (let at = 0; at < choices.length; at += takeoversMax) batches.push(choices.slice(at, at + takeoversMax))
  return batches
}
