import { previewTransforms, transformsIn, type NameTransform } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { draftOf, requireValid } from '../draft.ts'
import { findProvider } from '../find.ts'
import { withFlags, type DraftFlags } from '../flags.ts'
import { previewedNameNoun } from '../noun.ts'

type Options = CommonOptions &
  Pick<DraftFlags, 'usernameTransform' | 'groupTransform'> & {
    provider: string
    username?: readonly string[]
    group?: readonly string[]
  }

/** What transforms make of the names last seen: those given, and for the other list the stored ones. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(previewedNameNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider } = await findProvider(server, options.provider)
  const { usernameTransform, groupTransform, username = [], group = [] } = options
  const draft = await withFlags(draftOf(provider), { usernameTransform, groupTransform }, io)
  requireValid(draft, await context.words(), provider.secrets)
  const transforms = (name: string): NameTransform[] => transformsIn(draft.config[name])
  const body = {
    usernameTransforms: transforms('usernameTransforms'),
    groupTransforms: transforms('groupTransforms'),
    usernames: [...username],
    groups: [...group],
  }
  const { value } = await server.call(previewTransforms, { params: { id: provider.id }, body })
  await printRows(plan, value.names, context)
}
