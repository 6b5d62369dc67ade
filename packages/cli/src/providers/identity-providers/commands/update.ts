import { identityProviderNoun, providerInputOf, updateIdentityProvider, type IdentityProvider } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { saveOrFail } from '../../../kit/context/editing.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { changesOf } from '../changes.ts'
import { draftOf, requireValid, type ProviderDraft } from '../draft.ts'
import { editDraft, requireFormats } from '../edit.ts'
import { findProvider, inFormOrder } from '../find.ts'
import { changesAnything, withFlags, type DraftFlags } from '../flags.ts'
import { importMetadata, withPublished, type MetadataFlags } from '../import-metadata.ts'
import { printProvider } from '../print-provider.ts'
import { sayDraft } from '../say-draft.ts'
import { merged, readProviderFile, type ProviderFile } from '../provider-file.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & DraftFlags & MetadataFlags & { provider: string; file?: string }

/** Changes the given fields and keeps the rest, with the ETag of the version read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const words = await context.words()
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  const { fromUrl, fromFile, entityId, entity } = options
  const imports = fromUrl !== undefined || fromFile !== undefined
  if (options.file === '-' && fromFile === '-') fail('usage', 'Only one file can come from stdin.')
  if (!imports && !changesAnything(options, io))
    fail('usage', 'Name something to change.', { hint: 'portico identity-provider update --help' })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.provider)
  const file =
    options.file === undefined ? undefined : await readProviderFile(options.file, provider.type, { io, words })
  if (file !== undefined) warnOfFormats(file, provider, context)
  const before = draftOf(provider)
  const chosen = entityId ?? (entity === undefined ? entityIdOf(provider.config) : undefined)
  const source = { url: fromUrl, file: fromFile, entity, entityId: chosen }
  const published = imports ? await importMetadata(provider.type, source, server, context) : {}
  const renewed = { ...before, config: withPublished(provider.type, before.config, published) }
  const after = await withFlags(file === undefined ? renewed : withFile(renewed, file), options, io)
  const changes = changesOf(before, after, provider.secrets)
  requireValid(after, words, provider.secrets)
  const editor = await editDraft(after, { provider, etag }, () => Promise.resolve(server), context)
  if (options.dryRun) {
    const body = providerInputOf(editor.getState().form)
    const requests = editor.hasChanges() ? [planned(updateIdentityProvider, { id: provider.id }, body)] : []
    return printDryRun(requests, changes, io, plan.format === 'json')
  }
  if (!editor.hasChanges()) {
    context.say('Nothing differs from what is saved.')
    return printProvider(plan, provider, context)
  }
  requireFormats(editor, words)
  const saved = await saveOrFail(editor)
  await printProvider(plan, inFormOrder(saved), context)
  sayDraft(saved, context)
}

/** In metadata of several providers, selects the stored one. */
function entityIdOf(config: IdentityProvider['config']): string | undefined {
  return 'entityId' in config && typeof config.entityId === 'string' ? config.entityId : undefined
}

function withFile(before: ProviderDraft, file: ProviderFile): ProviderDraft {
  return {
    type: before.type,
    name: file.name ?? before.name,
    enabled: file.enabled ?? before.enabled,
    config: merged(before.config, file),
    secrets: file.secrets,
  }
}

/** `idp get` prints formats too, but another command saves them. */
function warnOfFormats({ passedOver }: ProviderFile, provider: IdentityProvider, { warn }: CommandContext): void {
  for (const name of ['suffixes', 'prefixes', 'emailDomains'] as const)
    if (passedOver[name] !== undefined && JSON.stringify(passedOver[name]) !== JSON.stringify(provider[name]))
      warn(phrase`${name} of the file are ignored: portico username-format set --idp ${provider.id}`)
}
