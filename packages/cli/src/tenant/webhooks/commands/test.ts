import { testWebhook } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { formatJson } from '../../../kit/output/print.ts'
import { findWebhook } from '../find.ts'

/** Sends a signed ping now. */
export async function run(options: CommonOptions & { wanted: string }, context: CommandContext): Promise<void> {
  const server = await context.server()
  const { id } = await findWebhook(server, options.wanted)
  if (options.dryRun) return printDryRun([planned(testWebhook, { id })], [], context.io, options.json !== undefined)
  const { value } = await server.call(testWebhook, { params: { id } })
  if (options.json !== undefined) context.io.stdout.write(formatJson(value, context.io))
  const words = await context.words()
  const { failure } = value
  if (failure === null) return context.say(words.say('webhooks.tested'))
  fail('failure', words.say(`webhooks.failure.${failure.kind}`, { status: failure.status ?? 0 }))
}
