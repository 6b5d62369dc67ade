import {
  brandingInputOf,
  brandingNoun,
  createBrandingEditor,
  getTenantBranding,
  iconBytesMax,
  putTenantBranding,
  putTenantLogo,
} from '@portico/core'
import { readFileSync, statSync } from 'node:fs'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { editorParts, requireSavable, saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesBetween, planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & {
  name?: string
  primaryColor?: string
  accentColor?: string
  privacyUrl?: string
  logo?: string
}

/** Sets what is named, with the ETag of the version read; the rest stays. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(brandingNoun, options, { io, configured: settings.get('output') })
  const { name, primaryColor, accentColor, privacyUrl: privacyPolicyUrl, logo } = options
  const given = {
    ...(name !== undefined && { name }),
    ...(primaryColor !== undefined && { primaryColor }),
    ...(accentColor !== undefined && { accentColor }),
    ...(privacyPolicyUrl !== undefined && { privacyPolicyUrl }),
  }
  if (Object.keys(given).length === 0 && logo === undefined)
    return fail('usage', 'Name what to set.', { hint: 'portico branding set --help' })
  const bytes = logo === undefined ? undefined : await readLogo(logo, context)
  const server = await context.server()
  const { value: before, etag } = await server.call(getTenantBranding, {})
  const editor = createBrandingEditor(await editorParts(server, context))
  editor.open(before, etag)
  editor.set(given)
  requireSavable(editor)
  const body = brandingInputOf(editor.getState().form.values)
  if (options.dryRun) {
    const requests = [
      ...(editor.hasChanges() ? [planned(putTenantBranding, {}, body)] : []),
      ...(logo === undefined ? [] : [planned(putTenantLogo, {}, { file: logo })]),
    ]
    const { name: oldName, primaryColor: oldPrimary, accentColor: oldAccent, privacyPolicyUrl: oldUrl } = before
    const old = { name: oldName, primaryColor: oldPrimary, accentColor: oldAccent, privacyPolicyUrl: oldUrl }
    return printDryRun(requests, changesBetween(old, body), io, plan.format === 'json')
  }
  let saved = before
  if (editor.hasChanges()) saved = await saveOrFail(editor)
  if (bytes !== undefined) saved = (await server.call(putTenantLogo, { body: { file: new Blob([bytes]) } })).value
  await printRow(plan, saved, context)
  context.say((await context.words()).say('branding.saved'))
}

async function readLogo(file: string, context: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (statSync(file).size <= iconBytesMax) return new Uint8Array(readFileSync(file))
  } catch (error) {
    return fail('validation', phrase`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return fail('validation', (await context.words()).say('LOGO_TOO_LARGE'), { errorID: 'LOGO_TOO_LARGE' })
}
