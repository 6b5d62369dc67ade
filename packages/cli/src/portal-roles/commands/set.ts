import { getPortalRoleGroups, groupNoun, listPrimaryGroups, matchByIdOrName, setPortalRoleGroups } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { exactlyOne } from '../../errors/exactly-one.ts'
import { planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { rowsOfRole } from '../rows.ts'

type Options = CommonOptions & { role: string; group: readonly string[] }

/** Replaces the groups that hold a role of the portal, with the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(groupNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const params = { id: options.role }
  const { value: before, etag } = await server.call(getPortalRoleGroups, { params })
  const known = [...before.groups, ...(await server.call(listPrimaryGroups, { query: {} })).value.groups]
  const all = [...new Map(known.map((group) => [group.id, group])).values()]
  const chosen = options.group.map((wanted) =>
    exactlyOne(
      matchByIdOrName(all, wanted, ({ name, claim }) => [name, claim]),
      {
        what: 'group of the primary identity provider',
        wanted,
        nameOf: ({ name }) => name,
        hint: 'portico group list',
      },
    ),
  )
  const body = { idp: before.idp, groups: chosen.map(({ id }) => id) }
  const namesOf = (groups: typeof all) => groups.map(({ name }) => name)
  if (options.dryRun) {
    const changes = [{ field: 'groups', from: namesOf(before.groups), to: namesOf(chosen) }]
    return printDryRun([planned(setPortalRoleGroups, params, body)], changes, io, plan.format === 'json')
  }
  const { value } = await server.call(setPortalRoleGroups, { params, body, ifMatch: etag })
  await printRows(plan, rowsOfRole(value), context)
  context.say('The groups of the role were changed.')
}
