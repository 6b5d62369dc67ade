import { serviceAccountNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findAccount } from '../find.ts'

export async function run(options: CommonOptions & { account: string }, context: CommandContext): Promise<void> {
  const plan = planOutput(serviceAccountNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const { account, dependencies } = await findAccount(server, environment, options.account)
  await printRow(plan, { ...account, dependencies }, context)
}
