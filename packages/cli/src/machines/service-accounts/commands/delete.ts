import { deleteServiceAccount, serviceAccountNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { machineText } from '../../../kit/output/machine-text.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { findAccount } from '../find.ts'

type Options = CommonOptions & { account: string; confirm?: string }

/** Deletes permanently, after the name was typed or given with --confirm. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const { format } = planOutput(serviceAccountNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const environment = await currentEnvironment(server, context)
  const envId = environment.id
  const { account, etag } = await findAccount(server, environment, options.account)
  const { id, name } = account
  const params = { envId, id }
  if (options.dryRun) {
    const changes = [{ field: 'name', from: name, to: null }]
    return printDryRun([planned(deleteServiceAccount, params)], changes, io, format === 'json')
  }
  await confirmByName(context, { what: 'the service account', name, id, given: options.confirm })
  await server.call(deleteServiceAccount, { params, ifMatch: etag })
  if (format === 'json' || format === 'jsonl' || format === 'yaml') {
    // One object by contract, without the fields of the deleted account.
    const gone = { id, name, deleted: true }
    io.stdout.write(safeText(await machineText(format, ['id', 'name', 'deleted'], [gone], gone), io))
  }
  context.say((await context.words()).say('serviceAccount.deleted'))
}
