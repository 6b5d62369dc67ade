import { getLauncherSettings, putLauncherSettings } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { fail } from '../../errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../output/dry-run.ts'
import { safeText } from '../../output/neutralise.ts'

type Options = CommonOptions & { text: string | undefined; until?: string; contact?: string | false; off?: boolean }

/** Shows or sets what the tenant tells on the launcher. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { text, until, off, contact } = options
  if ((off === true && text !== undefined) || (until !== undefined && text === undefined))
    return fail('usage', 'Give a text, with or without --until, or --off.', { hint: 'portico announce --help' })
  const server = await context.server()
  const before = (await server.call(getLauncherSettings, {})).value
  const shown = (settings: typeof before) => ({
    announcement: settings.announcement?.text ?? null,
    until: settings.announcement?.until ?? null,
    accessContact: settings.accessContact,
  })
  if (text === undefined && off !== true && contact === undefined) {
    const { io } = context
    for (const [name, value] of Object.entries(shown(before)))
      io.stdout.write(`${name}\t${safeText(value ?? '', io)}\n`)
    return
  }
  const announcement = off ? null : text === undefined ? before.announcement : { text, until: untilTime(until) }
  const accessContact = contact === undefined ? before.accessContact : contact === false ? null : contact
  const body = { announcement, accessContact }
  if (options.dryRun) {
    const changes = changesBetween(shown(before), shown(body))
    return printDryRun([planned(putLauncherSettings, {}, body)], changes, context.io, false)
  }
  const after = (await server.call(putLauncherSettings, { body })).value
  const told = after.announcement === null ? 'Nothing is announced' : `Announced: ${after.announcement.text}`
  context.say(`${told}; for access people ask ${after.accessContact ?? 'an administrator'}.`)
}

function untilTime(until: string | undefined): string | null {
  if (until === undefined) return null
  const ms = Date.parse(until)
  if (Number.isNaN(ms)) return fail('validation', `${until} is not a time. Write it as 2027-01-31T18:00:00Z.`)
  return new Date(ms).toISOString()
}
