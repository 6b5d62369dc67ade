import {
  findGroups,
  getPrimaryIdp,
  graceSecsDefault,
  identityProviderNoun,
  putPrimaryIdp,
  readGrace,
  rehearsalParts,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  sayGrace,
  type Group,
  type IdentityProvider,
} from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../../kit/context/context.ts'
import { exactlyOne } from '../../../kit/errors/exactly-one.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput, type OutputPlan } from '../../../kit/output/plan.ts'
import { groupReader } from '../group-reader.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findProvider, pickProvider, providersOf } from '../find.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Plan = OutputPlan<IdentityProvider>
type Options = CommonOptions & {
  provider?: string | undefined
  group?: string
  grace?: string
  reject?: boolean
  yes?: boolean
}

/** Chooses the next primary provider by one of its groups, after saying what would change; or takes the choice back. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  return options.reject === true ? reject(options, context, plan) : choose(options, context, plan)
}

async function choose(options: Options, context: CommandContext, plan: Plan): Promise<void> {
  const { io } = context
  if (options.provider === undefined || options.group === undefined)
    fail(
      'usage',
      'Name the identity provider and, with --group, the group that will administer the portal; or take a switch back with --reject.',
      { hint: 'portico idp switch NAME --group GROUP' },
    )
  const graceSecs = graceOf(options.grace)
  const server = await context.server()
  const { value: before, etag } = await server.call(getPrimaryIdp, {})
  const { id: idp, name } = pickProvider(await providersOf(server), options.provider)
  const group = await pickGroup(server, { idp, name, wanted: options.group })
  const body = { idp, group: group.id, graceSecs }
  const rehearsal = (await server.call(rehearsePrimaryIdp, { query: { idp, group: group.id } })).value
  const words = await context.words()
  for (const { title, lines } of rehearsalParts(rehearsal, words)) {
    context.say(title)
    for (const line of lines) context.say(`  ${line}`)
  }
  const isJson = plan.format === 'json'
  if (options.dryRun) {
    const change = { field: 'pendingSwitch', from: before.pending?.idpName ?? null, to: name }
    return printDryRun([planned(putPrimaryIdp, {}, body)], [change], io, isJson)
  }
  await confirmYes(
    context,
    words.say('idpSwitch.confirm', {
      groupName: group.name,
      idpName: name,
      seconds: graceSecs,
      grace: sayGrace(graceSecs, words),
    }),
    options.yes === true,
  )
  await server.call(putPrimaryIdp, { body, ifMatch: etag })
  await printRow(plan, (await findProvider(server, idp)).provider, context)
  context.say(words.say('idpSwitch.chosen'))
}

async function reject(options: Options, context: CommandContext, plan: Plan): Promise<void> {
  const { io } = context
  if (options.provider !== undefined || options.group !== undefined || options.grace !== undefined)
    fail('usage', '--reject takes the pending switch back; it needs no identity provider, --group or --grace.')
  const server = await context.server()
  const { value, etag } = await server.call(getPrimaryIdp, {})
  const words = await context.words()
  if (value.idp === null || value.pending === null)
    return fail('conflict', words.say('IDP_SWITCH_NONE'), { errorID: 'IDP_SWITCH_NONE' })
  const { idpName, groupName } = value.pending
  if (options.dryRun) {
    const change = { field: 'pendingSwitch', from: idpName, to: null }
    return printDryRun([planned(rejectPrimaryIdp, {})], [change], io, plan.format === 'json')
  }
  await confirmYes(context, phrase`Reject the pending switch to ${idpName} (${groupName})?`, options.yes === true)
  await server.call(rejectPrimaryIdp, { ifMatch: etag })
  await printRow(plan, (await findProvider(server, value.idp)).provider, context)
  context.say(words.say('idpSwitch.rejected'))
}

function graceOf(text: string | undefined): number {
  const seconds = text === undefined ? graceSecsDefault : readGrace(text)
  if (seconds === undefined)
    return fail('usage', phrase`${text ?? ''} is not a grace window. Write 2d, 12h, 30m or 0; 30d at most.`)
  return seconds
}

/** A group by its id, its name, or its spelling at the provider. */
async function pickGroup(
  server: Server,
  { idp, name, wanted }: { readonly idp: string; readonly name: string; readonly wanted: string },
): Promise<Group> {
  const matches = await findGroups(groupReader(server, idp), wanted)
  return exactlyOne(matches, {
    what: 'group',
    of: name,
    wanted,
    nameOf: (group) => group.name,
    hint: 'portico group list',
  })
}
