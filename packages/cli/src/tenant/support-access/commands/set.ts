import {
  createSupportAccessEditor,
  getSupportAccess,
  putSupportAccess,
  savedSentence,
  supportAccessNoun,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

/** Allows or denies support access, with the ETag of the version read. */
export async function run(
  options: CommonOptions & { access: boolean; change?: boolean; yes?: boolean },
  context: CommandContext,
): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(supportAccessNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { value: before, etag } = await server.call(getSupportAccess, {})
  const editor = createSupportAccessEditor(await editorParts(server, context))
  editor.open(before, etag)
  editor.allow(options.access, options.change ?? false)
  const { fetched: _, ...wanted } = editor.getState().form
  const isChanged = editor.hasChanges()
  if (options.dryRun) {
    const requests = isChanged ? [planned(putSupportAccess, {}, wanted)] : []
    return printDryRun(requests, changesBetween(before, wanted), io, plan.format === 'json')
  }
  if (isChanged && !options.access)
    await confirmYes(context, 'End running support sessions and let no support user enter?', options.yes === true)
  const saved = isChanged ? await saveOrFail(editor) : before
  await printRow(plan, saved, context)
  context.say(isChanged ? (await context.words()).say(savedSentence(saved)) : 'Nothing differs from what is saved.')
}
