import {
  createUsernameFormatsEditor,
  formatRowsOf,
  formatsOf,
  getIdentityProvider,
  getUsernameFormats,
  saveUsernameFormats,
  usernameFormatNoun,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, saveOrFail } from '../../../kit/context/editing.ts'
import { pickProvider, providersOf } from '../../identity-providers/find.ts'
import { sayDraft } from '../../identity-providers/say-draft.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import {
  requireValidFlags,
  requireValidFormats,
  wantedFormats,
  type FormatChange,
  type FormatFlags,
  type Formats,
} from '../change-formats.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & FormatFlags & { idp: string; change: FormatChange }

/** Saves a provider's formats with the ETag of the version read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const words = await context.words()
  const plan = planOutput(usernameFormatNoun, options, { io, configured: settings.get('output') })
  if (options.change !== 'remove') requireValidFlags(options, words)
  const server = await context.server()
  const { id, name, primary } = pickProvider(await providersOf(server), options.idp)
  const params = { id }
  const { value: held, etag } = await server.call(getUsernameFormats, { params })
  const editor = createUsernameFormatsEditor(await editorParts(server, context), { id, isPrimary: () => primary })
  editor.open(held, etag)
  const wanted = wantedFormats(held, options, options.change)
  editor.replace(wanted)
  requireValidFormats(wanted, editor.violations(), words)
  const isChanged = editor.hasChanges()
  if (options.dryRun) {
    const requests = isChanged ? [planned(saveUsernameFormats, params, formatsOf(editor.getState().form))] : []
    return printDryRun(requests, changesBetween(sorted(held), sorted(wanted)), io, plan.format === 'json')
  }
  const saved = isChanged ? await saveOrFail(editor) : held
  await printRows(plan, formatRowsOf([{ id, name, ...saved }]), context)
  if (!isChanged) return context.say('Nothing differs from what is saved.')
  sayDraft((await server.call(getIdentityProvider, { params })).value, context)
  if (saved.suffixes.length + saved.prefixes.length === 0)
    context.warn(phrase`${words.say('formats.none')}: people cannot sign in with this provider.`)
}

function sorted({ suffixes, prefixes, emailDomains = [] }: Formats) {
  return { suffixes: suffixes.toSorted(), prefixes: prefixes.toSorted(), emailDomains: emailDomains.toSorted() }
}
