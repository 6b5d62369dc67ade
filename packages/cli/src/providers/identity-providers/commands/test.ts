import { startTestLogin } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { findProvider } from '../find.ts'
import { passTestLogin } from '../test-login.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { provider: string; browser: boolean; json?: boolean }

/** Tests the saved configuration with a real login in a browser, and prints the checks while they happen. Exits with 1 if one fails. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const server = await context.server()
  const { provider } = await findProvider(server, options.provider)
  if (options.dryRun)
    return printDryRun([planned(startTestLogin, { id: provider.id })], [], context.io, options.json === true)
  await passTestLogin(server, provider.id, { browser: options.browser, json: options.json === true }, context)
  if (provider.draft !== null) context.say(phrase`To put the changes into effect: portico idp keep ${provider.id}`)
}
