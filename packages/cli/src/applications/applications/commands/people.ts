import { listOpeners, openerList, openerNoun, roleScope } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { currentEnvironment } from '../../../tenant/environments/find.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { formatJson } from '../../../kit/output/print.ts'
import { printList } from '../../../kit/output/watch.ts'
import { applicationsOf, pickApplication } from '../find.ts'

type Options = CommonOptions & { application: string; search?: string; count?: boolean }

/** Prints the people who can open an application, or how many there are. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(openerNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const { id: envId } = await currentEnvironment(server, context)
  const { id: appId } = pickApplication(await applicationsOf(server, envId), options.application)
  const { search = '' } = options
  if (options.count) {
    const query = { ...(search === '' ? {} : { search }), limit: '1', total: 'exact' as const }
    const { total = 0 } = (await server.call(listOpeners, { params: { envId, appId }, query })).value
    const text = plan.format === 'json' ? formatJson({ count: total }, context.io) : `${total}\n`
    context.io.stdout.write(text)
    return
  }
  const read = () => readRows(server, openerList, { scope: roleScope(envId, appId), search })
  await printList({ plan, read, idOf: (row) => row.id, watch: options.watch }, context)
}
