import { getGroupSource, GroupSource, putGroupSource, readInput, scimNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'
import { providerOf } from '../../scim-tokens/find.ts'

type Options = CommonOptions & { idp: string; source?: string }

/** Shows the source of groups of a provider, or sets it under the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimNoun, options, { io, configured: settings.get('output') })
  const body = options.source === undefined ? undefined : checked(options.source)
  const server = await context.server()
  const { id, name } = await providerOf(server, options.idp)
  const params = { id }
  const { value: before, etag } = await server.call(getGroupSource, { params })
  const isChanged = body !== undefined && body.source !== before.source
  if (options.dryRun)
    return printDryRun(
      isChanged ? [planned(putGroupSource, params, body)] : [],
      isChanged ? changesBetween(before, body) : [],
      io,
      plan.format === 'json',
    )
  const after = isChanged ? (await server.call(putGroupSource, { params, body, ifMatch: etag })).value : before
  await printRow(plan, after, context)
  if (body === undefined) return
  const words = await context.words()
  if (!isChanged) return context.say('Nothing differs from what is saved.')
  context.say(words.say(after.source === 'scim' ? 'groupSource.scimChosen' : 'groupSource.claimsChosen', { name }))
}

function checked(source: string): GroupSource {
  const input = readInput(GroupSource, { source })
  if (input.ok) return input.output as GroupSource
  return fail('validation', 'The source of groups must be claims or scim.', { errorID: 'INVALID_VALUE' })
}
