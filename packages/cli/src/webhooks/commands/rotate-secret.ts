import { rotateWebhookSecret, webhookSecretNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planned, printDryRun } from '../../output/dry-run.ts'
import { secretOutput, writtenTo, type SecretOptions } from '../../output/shown-once.ts'
import { findWebhook } from '../find.ts'

type Options = CommonOptions & SecretOptions & { wanted: string }

/** Prints the new secret, which is not shown again. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const output = secretOutput(webhookSecretNoun, options, context)
  const server = await context.server()
  const { id } = await findWebhook(server, options.wanted)
  const params = { id }
  if (options.dryRun)
    return printDryRun([planned(rotateWebhookSecret, params)], [], context.io, output.plan.format === 'json')
  let until = ''
  const isInFile = await output.show(async () => {
    const { webhook, secret } = (await server.call(rotateWebhookSecret, { params })).value
    until = webhook.previousSecretUntil ?? ''
    return { ...webhook, secret }
  })
  const words = await context.words()
  context.say(words.say('webhooks.rotated', { until }))
  context.say(isInFile ? writtenTo(options.outFile) : words.say('webhooks.once'))
}
