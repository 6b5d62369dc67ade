import { createWebhookEditor, getWebhook, updateWebhook, webhookNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findWebhook } from '../find.ts'
import { checkedInput, eventsOf, shownValues, typedOf, type ValueOptions } from '../values.ts'

type Options = CommonOptions & ValueOptions & { wanted: string; allActions?: boolean; on?: boolean; off?: boolean }

/** Changes what was given, under the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(webhookNoun, options, { io, configured: settings.get('output') })
  if (options.on && options.off) fail('usage', 'Use --on or --off, not both.')
  if (options.action && options.allActions) fail('usage', 'Use --action or --all-actions, not both.')
  const server = await context.server()
  const { id } = await findWebhook(server, options.wanted)
  const { value, etag } = await server.call(getWebhook, { params: { id } })
  const body = await checkedInput(
    {
      url: options.url ?? value.url,
      events: eventsOf(options.events) ?? value.events,
      actions: options.allActions ? [] : (options.action ?? value.actions),
      enabled: options.on ? true : options.off ? false : value.enabled,
    },
    context,
  )
  const changes = changesBetween(shownValues(value), shownValues(body))
  if (options.dryRun)
    return printDryRun(
      changes.length === 0 ? [] : [planned(updateWebhook, { id }, body)],
      changes,
      io,
      plan.format === 'json',
    )
  if (changes.length > 0) {
    const editor = createWebhookEditor(await editorParts(server, context), { id })
    editor.open(value, etag)
    editor.set(typedOf(body))
    // The editor does not compare the order of events.
    if (editor.hasChanges()) await saveOrFail(editor)
  }
  await printRow(plan, await findWebhook(server, id), context)
  const words = await context.words()
  context.say(changes.length > 0 ? words.say('webhooks.updated') : 'Nothing differs from what is saved.')
}
