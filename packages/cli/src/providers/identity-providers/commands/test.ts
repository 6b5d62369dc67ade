import { startTestLogin } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { findProvider } from '../find.ts'
import { freshQuery, passTestLogin } from '../test-login.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { provider: string; browser: boolean; fresh: boolean; json?: boolean }

/** Tests the saved configuration with a real login in a browser, and prints the checks while they happen. Exits with 1 if one fails. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const server = await context.server()
  const { provider } = await findProvider(server, options.provider)
  const { browser, fresh, json = false } = options
  if (options.dryRun) {
    const call = planned(startTestLogin, { id: provider.id }, undefined, freshQuery(fresh))
    return printDryRun([call], [], context.io, json)
  }
  await passTestLogin(server, provider.id, { browser, fresh, json }, context)
  if (provider.draft !== null) context.say(phrase`To put the changes into effect: portico idp keep ${provider.id}`)
}
