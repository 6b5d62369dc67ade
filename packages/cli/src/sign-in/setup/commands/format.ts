import { getSetup, getSetupFormats, saveSetupFormats } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import {
  requireValidFlags,
  wantedFormats,
  type FormatFlags,
} from '../../../providers/username-formats/change-formats.ts'
import { setupNoun } from '../noun.ts'
import { openedSetup, printSetup } from '../session.ts'

/** Step 3: the username formats, in place of those there are. */
export async function run(options: CommonOptions & FormatFlags, context: CommandContext): Promise<void> {
  const { io, settings, say } = context
  const plan = planOutput(setupNoun, options, { io, configured: settings.get('output') })
  requireValidFlags(options, await context.words())
  const { server } = await openedSetup(context)
  const { value: held, etag } = await server.call(getSetupFormats, {})
  const wanted = wantedFormats(held, options, 'set')
  const body = { prefixes: [...wanted.prefixes], suffixes: [...wanted.suffixes] }
  if (options.dryRun)
    return printDryRun([planned(saveSetupFormats, {}, body)], changesBetween(held, body), io, plan.format === 'json')
  await server.call(saveSetupFormats, { body, ifMatch: etag })
  await printSetup(plan, { server, setup: (await server.call(getSetup, {})).value }, context)
  say('Next, with a person who is to administer Portico: portico setup test')
}
