import { openSessionNoun, sessionList } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { findPerson } from '../../../people/people/find.ts'

type Options = CommonOptions & { user?: string }

/** Prints the sessions of a person, the latest used first. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(openSessionNoun, options, { io: context.io, configured: context.settings.get('output') })
  const server = await context.server()
  const scope = options.user === undefined ? '' : (await findPerson(server, options.user)).id
  const read = () => readRows(server, sessionList, { scope })
  await printList({ plan, read, idOf: sessionList.idOf, watch: options.watch }, context)
}
