import { rotateWebhookSecret, webhookSecretNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'
import { findWebhook } from '../find.ts'

/** Prints the new secret, which is not shown again. */
export async function run(options: CommonOptions & { wanted: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(webhookSecretNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id } = await findWebhook(server, options.wanted)
  const { webhook, secret } = (await server.call(rotateWebhookSecret, { params: { id } })).value
  await printRow(plan, { ...webhook, secret }, context)
  context.say((await context.words()).say('webhooks.rotated', { until: webhook.previousSecretUntil ?? '' }))
}
