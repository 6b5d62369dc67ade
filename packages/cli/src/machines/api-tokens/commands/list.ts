import { apiTokenList, apiTokenNoun, apiTokenStates } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { readRows } from '../../../kit/context/read-rows.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printList } from '../../../kit/output/watch.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { all?: boolean; state?: string; search?: string }

/** Prints the caller's API tokens, or those of all people, the newest first. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const plan = planOutput(apiTokenNoun, options, { io: context.io, configured: context.settings.get('output') })
  const { all = false, search = '' } = options
  const state = apiTokenStates.find((one) => one === options.state)
  if (options.state !== undefined && state === undefined)
    fail('usage', phrase`${options.state} is not a state. Write active, expired or revoked.`)
  const server = await context.server()
  const reading = { scope: all ? 'all' : 'own', search, filter: state === undefined ? {} : { state } }
  const read = () => readRows(server, apiTokenList, reading)
  await printList({ plan, read, idOf: apiTokenList.idOf, watch: options.watch }, context)
}
