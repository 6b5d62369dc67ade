import { forgetGroups, groupNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { findProvider } from '../../../providers/identity-providers/find.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { formatJson } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Forgets the groups of a provider that are mapped nowhere; prints which were kept and why. */
export async function run(options: CommonOptions & { idp: string }, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const { format } = planOutput(groupNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.idp)
  const params = { id: provider.id }
  if (options.dryRun) return printDryRun([planned(forgetGroups, params)], [], io, format === 'json')
  const { value } = await server.call(forgetGroups, { params, ifMatch: etag })
  if (format === 'json') {
    io.stdout.write(formatJson(value, io))
    return
  }
  const { forgotten } = value
  const said = forgotten === 1 ? phrase`1 group was forgotten` : phrase`${forgotten} groups were forgotten`
  context.say(phrase`${said}. A sign-in that names one again brings it back.`)
  for (const { name, mappedTo } of value.kept) context.say(phrase`Kept: ${name} (${mappedTo.join(', ')})`)
}
