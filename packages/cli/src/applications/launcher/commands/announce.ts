import {
  createLauncherSettingsEditor,
  getLauncherSettings,
  launcherSettingsOf,
  putLauncherSettings,
  type LauncherSettings,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { formatJson } from '../../../kit/output/print.ts'
import { report } from '../../../kit/output/report.ts'
import { safeText } from '../../../kit/io/neutralise.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { text: string | undefined; until?: string; contact?: string | false; off?: boolean }

/** Shows or sets what the tenant tells on the launcher, by the editor of the portal's page. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { text, until, off, contact } = options
  if ((off === true && text !== undefined) || (until !== undefined && text === undefined))
    return fail('usage', 'Give a text, with or without --until, or --off.', { hint: 'portico announce --help' })
  const server = await context.server()
  const { value: before, etag } = await server.call(getLauncherSettings, {})
  const { io } = context
  if (text === undefined && off !== true && contact === undefined) {
    if (options.json !== undefined) return io.stdout.write(formatJson(shown(before), io))
    for (const [name, value] of Object.entries(shown(before)))
      io.stdout.write(`${name}\t${safeText(value ?? '', io)}\n`)
    return
  }
  const editor = createLauncherSettingsEditor(await editorParts(server, context))
  editor.open(before, etag)
  if (off === true || text !== undefined) {
    editor.set({ announcement: text ?? '' })
    editor.set({ until: untilTime(until) ?? '' })
  }
  if (contact !== undefined) editor.set({ accessContact: contact === false ? '' : contact })
  const body = launcherSettingsOf(editor.getState().form.values)
  const isChanged = editor.hasChanges()
  if (options.dryRun) {
    const requests = isChanged ? [planned(putLauncherSettings, {}, body)] : []
    return printDryRun(requests, changesBetween(shown(before), shown(body)), io, options.json !== undefined)
  }
  if (!isChanged) return report(shown(before), 'Nothing differs from what is saved.', options, context)
  const after = await saveOrFail(editor)
  const told =
    after.announcement === null ? phrase`Nothing is announced` : phrase`Announced: ${after.announcement.text}`
  const sentence = phrase`${told}; for access people ask ${after.accessContact ?? phrase`an administrator`}.`
  report(shown(after), sentence, options, context)
}

function shown({ announcement, accessContact }: LauncherSettings) {
  return { announcement: announcement?.text ?? null, until: announcement?.until ?? null, accessContact }
}

function untilTime(until: string | undefined): string | null {
  if (until === undefined) return null
  const ms = Date.parse(until)
  if (Number.isNaN(ms)) return fail('validation', phrase`${until} is not a time. Write it as 2027-01-31T18:00:00Z.`)
  return new Date(ms).toISOString()
}
