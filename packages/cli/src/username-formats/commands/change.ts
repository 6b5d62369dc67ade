import { formatRowsOf, getUsernameFormats, saveUsernameFormats, usernameFormatNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { changesBetween, planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { printRows } from '../../output/print.ts'
import { requireValidFormats, wantedFormats, type FormatChange, type FormatFlags } from '../wanted.ts'

type Options = CommonOptions & FormatFlags & { idp: string; change: FormatChange }

/** Saves the formats a provider is to have, under the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const words = await context.words()
  const plan = planOutput(usernameFormatNoun, options, { io, configured: settings.get('output') })
  // What is wrong with the flags alone costs no call.
  if (options.change !== 'remove')
    requireValidFormats(wantedFormats({ suffixes: [], prefixes: [] }, options, 'set'), words)
  const server = await context.server()
  const { id, name } = pickProvider(await providersOf(server), options.idp)
  const params = { id }
  const { value: held, etag } = await server.call(getUsernameFormats, { params })
  const body = requireValidFormats(wantedFormats(held, options, options.change), words)
  const changes = changesBetween(sorted(held), sorted(body))
  if (options.dryRun) {
    const requests = changes.length === 0 ? [] : [planned(saveUsernameFormats, params, body)]
    return printDryRun(requests, changes, io, plan.format === 'json')
  }
  const saved =
    changes.length === 0 ? held : (await server.call(saveUsernameFormats, { params, body, ifMatch: etag })).value
  await printRows(plan, formatRowsOf([{ id, name, ...saved }]), context)
  if (changes.length === 0) return context.say('Nothing differs from what is saved.')
  context.say(`The username formats of ${name} were saved.`)
  if (saved.suffixes.length + saved.prefixes.length === 0)
    context.warn(`${words.say('formats.none')}: it signs nobody in.`)
}

function sorted({ suffixes, prefixes }: { suffixes: readonly string[]; prefixes: readonly string[] }) {
  return { suffixes: suffixes.toSorted(), prefixes: prefixes.toSorted() }
}
