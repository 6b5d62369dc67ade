import { recordLaunch } from '@portico/core'

import { findOwn } from '../../applications/own.ts'
import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { showInBrowser } from '../show-in-browser.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Opens an application as the launcher does. */
export async function run(
  options: CommonOptions & { application: string; print?: boolean },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const chosen = await findOwn(server, options.application)
  if (chosen.launchUrl === null) return fail('not-found', phrase`${chosen.label} has no address to open.`)
  showInBrowser(new URL(chosen.launchUrl, server.origin).href, options.print === true, context)
  // Only a help for the launcher: a service account has none, and a failure changes nothing here.
  if (options.print !== true) await server.attempt(recordLaunch, { params: { appId: chosen.id } })
}
