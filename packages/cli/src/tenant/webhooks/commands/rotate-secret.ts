import { rotateWebhookSecret, webhookSecretNoun, webhookSecretOverlapHours } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { secretOutput, writtenTo, type SecretOptions } from '../../../kit/output/shown-once.ts'
import { findWebhook } from '../find.ts'
import { hostOf } from '../host.ts'

type Options = CommonOptions & SecretOptions & { wanted: string; yes?: boolean }

/** Prints the new secret, which is not shown again. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const output = secretOutput(webhookSecretNoun, options, context)
  const server = await context.server()
  const { id, url } = await findWebhook(server, options.wanted)
  const params = { id }
  if (options.dryRun)
    return printDryRun([planned(rotateWebhookSecret, params)], [], context.io, output.plan.format === 'json')
  const words = await context.words()
  const about = { host: hostOf(url), hours: webhookSecretOverlapHours }
  await confirmYes(context, words.say('webhooks.rotateAsk', about), options.yes === true)
  let until = ''
  const isInFile = await output.show(async () => {
    const { webhook, secret } = (await server.call(rotateWebhookSecret, { params })).value
    until = webhook.previousSecretUntil ?? ''
    return { ...webhook, secret }
  })
  context.say(words.say('webhooks.rotated', { until }))
  context.say(isInFile ? writtenTo(options.outFile) : words.say('webhooks.once'))
}
