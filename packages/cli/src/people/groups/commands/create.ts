import { createGroup, groupNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { pickProvider, providersOf } from '../../../providers/identity-providers/find.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

type Options = CommonOptions & { idp: string; claim: string; name?: string }

/** Creates a group that no sign-in has named yet. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, randomId } = context
  const plan = planOutput(groupNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { id, name: idpName } = pickProvider(await providersOf(server), options.idp)
  const { claim, name } = options
  const body = { claim, ...(name === undefined ? {} : { name }) }
  const params = { id }
  if (options.dryRun) {
    const changes = [{ field: 'claim', from: null, to: claim }]
    return printDryRun([planned(createGroup, params, body)], changes, io, plan.format === 'json')
  }
  const { value } = await server.call(createGroup, { params, body, idempotencyKey: randomId() })
  await printRow(plan, { ...value, idp: id, idpName, source: 'seen' as const }, context)
  context.say('The group was created.')
}
