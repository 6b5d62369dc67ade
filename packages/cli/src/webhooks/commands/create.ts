import { createWebhook, webhookSecretNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { changesBetween, planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { printRow } from '../../output/print.ts'
import { checkedInput, eventsOf, shownValues, typedOf, type ValueOptions } from '../values.ts'

/** Prints the secret, which is not shown again. */
export async function run(options: CommonOptions & ValueOptions, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(webhookSecretNoun, options, { io, configured: settings.get('output') })
  const { url = '', events = 'audit', action = [] } = options
  const body = await checkedInput({ url, events: eventsOf(events), actions: action, enabled: true }, context)
  if (options.dryRun)
    return printDryRun(
      [planned(createWebhook, {}, body)],
      changesBetween({}, shownValues(body)),
      io,
      plan.format === 'json',
    )
  const server = await context.server()
  const { createWebhookEditor, editorParts, saveOrFail } = await import('../editing.ts')
  const editor = createWebhookEditor(await editorParts(server, context), { id: undefined })
  editor.set(typedOf(body))
  const webhook = await saveOrFail(editor)
  await printRow(plan, { ...webhook, secret: editor.secret() ?? '' }, context)
  context.say((await context.words()).say('webhooks.once'))
}
