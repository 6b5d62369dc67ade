import {
  createTenantRole,
  getTenantRole,
  lineValues,
  updateTenantRole,
  tenantRoleFields,
  tenantRoleNoun,
  trimmedLines,
  createTenantRoleEditor,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findTenantRole } from '../find.ts'

/** By the flags of `fields.ts`. */
type Flags = { readonly [Flag in (typeof tenantRoleFields)[number]['flag']]?: string }

/** Creates, or changes `wanted` under the ETag of what was read. */
export async function run(
  options: CommonOptions & { wanted?: string } & Flags,
  context: CommandContext,
): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(tenantRoleNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const id = options.wanted === undefined ? undefined : (await findTenantRole(server, options.wanted)).id
  const held = id === undefined ? undefined : await server.call(getTenantRole, { params: { id } })
  const editor = createTenantRoleEditor(await editorParts(server, context), { id })
  if (held !== undefined) editor.open(held.value, held.etag)
  for (const { name, flag } of tenantRoleFields) {
    const given = options[flag]
    if (given !== undefined) editor.set({ [name]: given })
  }
  if (options.dryRun) {
    const body = trimmedLines(tenantRoleFields, editor.getState().form.values)
    const request = id === undefined ? planned(createTenantRole, {}, body) : planned(updateTenantRole, { id }, body)
    const changes = changesBetween(
      held === undefined ? {} : lineValues(tenantRoleFields, (name) => held.value[name]),
      body,
    )
    return printDryRun(changes.length === 0 ? [] : [request], changes, io, plan.format === 'json')
  }
  if (held !== undefined && !editor.hasChanges()) {
    await printRow(plan, held.value, context)
    return context.say('Nothing differs from what is saved.')
  }
  await printRow(plan, await saveOrFail(editor), context)
  context.say((await context.words()).say(id === undefined ? 'tenantRole.created' : 'tenantRole.updated'))
}
