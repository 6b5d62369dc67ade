import { createIdleTimeEditor, getIdleTime, idleTimeNoun, putIdleTime } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, failRefused, saveOrFail } from '../../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'

/** Sets the idle time, with the ETag of the version read. Running sessions have it at once. */
export async function run(options: CommonOptions & { time: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(idleTimeNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { value: before, etag } = await server.call(getIdleTime, {})
  const editor = createIdleTimeEditor(await editorParts(server, context))
  editor.open(before, etag)
  editor.setIdleTime(options.time)
  const refusal = editor.saveRefusal()
  if (refusal !== undefined) return failRefused(refusal)
  const { idletime } = editor.getState().form
  if (options.dryRun) {
    const requests = [planned(putIdleTime, {}, { idletime: idletime.trim() })]
    return printDryRun(requests, changesBetween(before, { ...before, idletime }), io, plan.format === 'json')
  }
  await printRow(plan, await saveOrFail(editor), context)
  context.say((await context.words()).say('idleTime.saved'))
}
