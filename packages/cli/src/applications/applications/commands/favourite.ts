import { putLauncherPreferences } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findOwn, ownPreferences } from '../own.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

/** Adds an application to the person's favourites, last, or removes it. */
export async function run(
  options: CommonOptions & { action: string; application: string },
  context: CommandContext,
): Promise<void> {
  const { action, application } = options
  if (action !== 'add' && action !== 'remove')
    return fail('usage', phrase`Unknown action ${action}: use add or remove.`, {
      hint: 'portico app favourite --help',
    })
  const server = await context.server()
  const { layout, favourites: before, order } = await ownPreferences(server)
  const { id, label } = await findOwn(server, application)
  const others = before.filter((one) => one !== id)
  const favourites = action === 'remove' ? others : before.includes(id) ? before : [...others, id]
  const body = { layout, favourites, order }
  if (options.dryRun) {
    const changes = changesBetween({ favourites: before }, { favourites })
    return printDryRun([planned(putLauncherPreferences, {}, body)], changes, context.io, options.json !== undefined)
  }
  if (favourites !== before) await server.call(putLauncherPreferences, { body })
  report(
    { id, application: label, favourite: action === 'add' },
    action === 'add' ? phrase`${label} is one of your favourites.` : phrase`${label} is not one of your favourites.`,
    options,
    context,
  )
}
