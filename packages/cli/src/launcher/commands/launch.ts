import { getLauncherApplications, matchByIdOrName } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { exactlyOne } from '../../errors/exactly-one.ts'
import { fail } from '../../errors/failure.ts'
import { showInBrowser } from '../show-in-browser.ts'

/** Opens an application as the launcher does. */
export async function run(
  options: CommonOptions & { application: string; print?: boolean },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const { applications } = (await server.call(getLauncherApplications, {})).value
  const matches = matchByIdOrName(applications, options.application, (row) => [row.urn, row.label])
  const chosen = exactlyOne(matches, {
    what: 'application',
    wanted: options.application,
    nameOf: (row) => row.urn,
    choices: applications.map(({ label }) => label),
  })
  if (chosen.launchUrl === null) return fail('not-found', `${chosen.label} has no address to open.`)
  showInBrowser(new URL(chosen.launchUrl, server.origin).href, options.print === true, context)
}
