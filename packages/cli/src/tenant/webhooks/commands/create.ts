import { createWebhook, createWebhookEditor, webhookSecretNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { secretOutput, writtenTo, type SecretOptions } from '../../../kit/output/shown-once.ts'
import { checkedInput, eventsOf, shownValues, typedOf, type ValueOptions } from '../values.ts'

/** Prints the secret, which is not shown again. */
export async function run(
  options: CommonOptions & SecretOptions & ValueOptions,
  context: CommandContext,
): Promise<void> {
  const { io } = context
  const output = secretOutput(webhookSecretNoun, options, context)
  const { url = '', events = 'audit', action = [] } = options
  const body = await checkedInput({ url, events: eventsOf(events), actions: action, enabled: true }, context)
  if (options.dryRun)
    return printDryRun(
      [planned(createWebhook, {}, body)],
      changesBetween({}, shownValues(body)),
      io,
      output.plan.format === 'json',
    )
  const server = await context.server()
  const editor = createWebhookEditor(await editorParts(server, context), { id: undefined })
  editor.set(typedOf(body))
  const isInFile = await output.show(async () => ({ ...(await saveOrFail(editor)), secret: editor.secret() ?? '' }))
  context.say(isInFile ? writtenTo(options.outFile) : (await context.words()).say('webhooks.once'))
}
