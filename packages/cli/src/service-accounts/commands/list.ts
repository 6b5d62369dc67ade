import { listDependencies, serviceAccountNoun, type ServiceAccount, type ServiceAccountRow } from '@portico/core'

import type { CommandContext, CommonOptions, Server } from '../../context/context.ts'
import { currentEnvironment } from '../../environments/find.ts'
import { needsField, planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { accountsOf } from '../find.ts'

export async function run(options: CommonOptions, context: CommandContext): Promise<void> {
  const plan = planOutput(serviceAccountNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const accounts = await accountsOf(server, envId)
  // Each account's dependencies are a call of their own: made only where somebody looks at them.
  const rows = needsField(plan, 'dependencies') ? await withDependencies(accounts, server, envId) : accounts
  await printRows(plan, rows, context)
}

const callsAtOnce = 8

async function withDependencies(accounts: readonly ServiceAccount[], server: Server, envId: string) {
  const rows: ServiceAccountRow[] = []
  for (let at = 0; at < accounts.length; at += callsAtOnce) {
    const some = accounts.slice(at, at + callsAtOnce).map(async (account) => {
      const { value } = await server.call(listDependencies, { params: { envId, id: account.id } })
      return { ...account, dependencies: value.dependencies }
    })
    rows.push(...(await Promise.all(some)))
  }
  return rows
}
