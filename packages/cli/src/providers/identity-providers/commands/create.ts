import {
  createIdentityProvider,
  identityProviderNoun,
  presetOf,
  providerInputOf,
  type IdentityProvider,
  type IdentityProviderType,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { changesOf } from '../changes.ts'
import { requireType, requireValid, type Config, type ProviderDraft } from '../draft.ts'
import { editDraft } from '../edit.ts'
import { inFormOrder } from '../find.ts'
import { withFlags, type DraftFlags } from '../flags.ts'
import { importMetadata, withPublished, type MetadataFlags } from '../import-metadata.ts'
import { printProvider } from '../print-provider.ts'
import { merged, readProviderFile, type ProviderFile } from '../provider-file.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & DraftFlags & MetadataFlags & { type?: string; file?: string; preset: boolean }

/** Adds an identity provider from the type's defaults, its metadata, the file and the flags; later sources take precedence. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const words = await context.words()
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  if (options.file === '-' && options.fromFile === '-') fail('usage', 'Only one file can come from stdin.')
  const stated = options.type === undefined ? undefined : requireType(options.type, words)
  const file = options.file === undefined ? undefined : await readProviderFile(options.file, stated, { io, words })
  const type = stated ?? file?.type ?? requireType(undefined, words)
  const name = options.name ?? file?.name
  if (name === undefined)
    return fail('usage', "Required option '--name <name>' not specified.", { hint: 'portico idp create --help' })

  const { fromUrl, fromFile, entityId, entity } = options
  const imports = fromUrl !== undefined || fromFile !== undefined
  const server = imports ? await context.server() : undefined
  const source = { url: fromUrl, file: fromFile, entityId, entity }
  const published = server === undefined ? {} : await importMetadata(type, source, server, context)
  const draft = await withFlags(drafted(type, name, { preset: options.preset, published, file }), options, io)
  requireValid(draft, words, [])
  const editor = await editDraft(draft, undefined, async () => server ?? context.server(), context)
  if (options.dryRun) {
    const request = planned(createIdentityProvider, {}, providerInputOf(editor.getState().form))
    return printDryRun([request], changesOf(undefined, draft), io, plan.format === 'json')
  }
  const value = await saveOrFail(editor)
  await printProvider(plan, inFormOrder(value), context)
  sayNext(value, context)
}

function drafted(
  type: IdentityProviderType,
  name: string,
  from: { readonly preset: boolean; readonly published: Config; readonly file: ProviderFile | undefined },
): ProviderDraft {
  const preset: Config = from.preset ? presetOf(type).config : {}
  const known = withPublished(type, preset, from.published)
  const config = from.file === undefined ? known : merged(known, from.file)
  return { type, name, enabled: from.file?.enabled ?? true, config, secrets: from.file?.secrets ?? {} }
}

function sayNext({ id }: IdentityProvider, { say }: CommandContext): void {
  say('The identity provider was added. It accepts no sign-ins until it is kept.')
  say(phrase`To tell the provider about us: portico idp metadata ${id}`)
  say(phrase`To choose the people who sign in with it: portico username-format set --idp ${id} --email DOMAIN`)
  say(phrase`Then test it and keep it: portico idp test ${id}`)
}
