import { changesInWords, previewAuditRevert, revertAudit } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'

/** Takes back the change of one entry, after showing what that sets. */
export async function run(
  options: CommonOptions & { id: string; yes?: boolean },
  context: CommandContext,
): Promise<void> {
  const { io, say } = context
  const server = await context.server()
  const words = await context.words()
  const params = { id: options.id }
  const { before, after, refusal } = (await server.call(previewAuditRevert, { params })).value
  if (refusal !== null)
    fail('conflict', `${words.say('audit.notReverted')} ${refusal.errorMessage}`, { errorID: refusal.errorID })
  const changes = changesInWords({ before, after }, words)
  const lines = changes.flatMap(({ label, removed, added }) => [
    ...removed.map((text) => `  - ${label}: ${text}`),
    ...added.map((text) => `  + ${label}: ${text}`),
  ])
  say([words.say('audit.revertSets'), ...lines].map(neutralise).join('\n'))
  if (options.dryRun) {
    const fields = changes.map(({ label, removed, added }) => ({
      field: label,
      from: listed(removed),
      to: listed(added),
    }))
    return printDryRun([planned(revertAudit, params)], fields, io, options.json !== undefined)
  }
  await confirmYes(context, 'Take back this change?', options.yes === true)
  await server.call(revertAudit, { params })
  report({ id: options.id, reverted: true }, words.say('audit.reverted'), options, context)
}

const listed = (texts: readonly string[]) => (texts.length > 1 ? texts : (texts[0] ?? null))
