import { deleteWebhook } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findWebhook } from '../find.ts'
import { hostOf } from '../host.ts'

/** Deletes for good, after the host of its address was typed or given with --confirm. */
export async function run(
  options: CommonOptions & { wanted: string; confirm?: string },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const { id, url } = await findWebhook(server, options.wanted)
  const params = { id }
  if (options.dryRun)
    return printDryRun(
      [planned(deleteWebhook, params)],
      [{ field: 'url', from: url, to: null }],
      context.io,
      options.json !== undefined,
    )
  await confirmByName(context, { what: 'the webhook', name: hostOf(url), id, given: options.confirm })
  await server.call(deleteWebhook, { params })
  report({ id, url, deleted: true }, (await context.words()).say('webhooks.deleted'), options, context)
}
