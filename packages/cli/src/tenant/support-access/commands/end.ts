import { endSupportSession, listSupportSessions } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { report } from '../../../kit/output/report.ts'

/** Ends a support session after a question that names the support user. */
export async function run(
  options: CommonOptions & { id: string; yes?: boolean },
  context: CommandContext,
): Promise<void> {
  const params = { id: options.id }
  if (options.dryRun)
    return printDryRun([planned(endSupportSession, params)], [], context.io, options.json !== undefined)
  const server = await context.server()
  const { supportSessions } = (await server.call(listSupportSessions, {})).value
  const session = supportSessions.find(({ id }) => id === options.id)
  const question =
    session === undefined
      ? phrase`End the support session ${options.id}?`
      : phrase`End the support session of ${session.name} (${session.vendor})?`
  await confirmYes(context, question, options.yes === true)
  await server.call(endSupportSession, { params })
  report({ id: options.id, ended: true }, (await context.words()).say('supportSession.ended'), options, context)
}
