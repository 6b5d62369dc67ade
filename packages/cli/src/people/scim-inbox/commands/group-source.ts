import {
  getGroupSource,
  GroupSource,
  groupSourceLines,
  previewGroupSource,
  putGroupSource,
  readInput,
  scimNoun,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { providerOf } from '../../scim-tokens/find.ts'

type Options = CommonOptions & { idp: string; source?: string; yes?: boolean }

/**
 * Shows the source of groups of a provider, or sets it under the ETag of what was read, after it has said what that changes and
 * asked.
 */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimNoun, options, { io, configured: settings.get('output') })
  const body = options.source === undefined ? undefined : checked(options.source)
  const server = await context.server()
  const { id, name } = await providerOf(server, options.idp)
  const params = { id }
  const { value: before, etag } = await server.call(getGroupSource, { params })
  const isChanged = body !== undefined && body.source !== before.source
  if (!isChanged) {
    if (options.dryRun) return printDryRun([], [], io, plan.format === 'json')
    await printRow(plan, before, context)
    return body === undefined ? undefined : context.say('Nothing differs from what is saved.')
  }
  const words = await context.words()
  const preview = body.source === 'scim' ? (await server.call(previewGroupSource, { params })).value : undefined
  const refusal = preview?.refusal?.errorMessage
  for (const line of groupSourceLines(preview, words)) context.say(line)
  if (options.dryRun) {
    if (refusal !== undefined) context.say(refusal)
    const request = planned(putGroupSource, params, body)
    return printDryRun([request], changesBetween(before, body), io, plan.format === 'json', preview && { preview })
  }
  // What would be refused for certain is not asked about: the answer to the change says it.
  if (refusal === undefined)
    await confirmYes(
      context,
      body.source === 'scim'
        ? phrase`Take the groups of ${name} from SCIM?`
        : phrase`Take the groups of ${name} from sign-ins?`,
      options.yes === true,
    )
  const { value: after } = await server.call(putGroupSource, { params, body, ifMatch: etag })
  await printRow(plan, after, context)
  context.say(words.say(after.source === 'scim' ? 'groupSource.scimChosen' : 'groupSource.claimsChosen', { name }))
}

function checked(source: string): GroupSource {
  const input = readInput(GroupSource, { source })
  if (input.ok) return input.output as GroupSource
  return fail('validation', 'The source of groups must be claims or scim.', { errorID: 'INVALID_VALUE' })
}
