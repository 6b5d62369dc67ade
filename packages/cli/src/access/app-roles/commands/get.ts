import { matchByIdOrName, roleNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { exactlyOne } from '../../../kit/errors/exactly-one.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { rolesOf } from '../find.ts'

export async function run(
  options: CommonOptions & { wanted: string; app: string },
  context: CommandContext,
): Promise<void> {
  const plan = planOutput(roleNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { wanted, app } = options
  const roles = await rolesOf(await context.server(), app, context)
  const matches = matchByIdOrName(roles, wanted, ({ name, label }) => [name, label])
  const choices = roles.map(({ name }) => name)
  await printRow(plan, exactlyOne(matches, { what: 'role', wanted, nameOf: ({ name }) => name, choices }), context)
}
