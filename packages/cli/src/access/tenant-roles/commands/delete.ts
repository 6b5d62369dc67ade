import { deleteTenantRole, getTenantRole } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findTenantRole } from '../find.ts'

/** Deletes for good, after its name was typed or given with --confirm. */
export async function run(
  options: CommonOptions & { wanted: string; confirm?: string },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const { id } = await findTenantRole(server, options.wanted)
  const params = { id }
  const { value, etag } = await server.call(getTenantRole, { params })
  if (options.dryRun) {
    const changes = [{ field: 'label', from: value.label, to: null }]
    return printDryRun([planned(deleteTenantRole, params)], changes, context.io, options.json !== undefined)
  }
  await confirmByName(context, { what: 'the custom role', name: value.label, id, given: options.confirm })
  await server.call(deleteTenantRole, { params, ifMatch: etag })
  const sentence = (await context.words()).say('tenantRole.deleted')
  report({ id, label: value.label, deleted: true }, sentence, options, context)
}
