import { saveSetup, setupConfigOf, type IdentityProviderType, type Setup } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { changesOf } from '../../../providers/identity-providers/changes.ts'
import { draftOf, requireValid, type ProviderDraft } from '../../../providers/identity-providers/draft.ts'
import { withFlags, type DraftFlags } from '../../../providers/identity-providers/flags.ts'
import {
  importMetadata,
  withPublished,
  type MetadataFlags,
} from '../../../providers/identity-providers/import-metadata.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { setupNoun } from '../noun.ts'
import { openedSetup, printSetup } from '../session.ts'

type Options = CommonOptions & DraftFlags & MetadataFlags

/** Step 2, from what is known of the product, its metadata and the flags; later sources take precedence. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, say } = context
  const words = await context.words()
  const plan = planOutput(setupNoun, options, { io, configured: settings.get('output') })
  const { server, setup, etag } = await openedSetup(context)
  const { type, product, provider } = setup
  if (type === null) return fail('conflict', 'Choose a type first.', { hint: 'portico setup choose --help' })
  const before = provider === null ? beginning(setup, type, words.say('setup.providerName')) : draftOf(provider)
  const { fromUrl: url, fromFile: file, entityId, entity } = options
  const imports = url !== undefined || file !== undefined
  const published = imports ? await importMetadata(type, { url, file, entityId, entity }, server, context) : {}
  const filled = { ...before, config: withPublished(type, before.config, published) }
  const draft = await withFlags(filled, options, io)
  const values = requireValid(draft, words, provider?.secrets ?? [])
  const body = { step: 3 as const, type, product, values }
  if (options.dryRun) {
    const changes = changesOf(provider === null ? undefined : before, draft, provider?.secrets)
    return printDryRun([planned(saveSetup, {}, body)], changes, io, plan.format === 'json')
  }
  const saved = (await server.call(saveSetup, { body, ifMatch: etag })).value
  await printSetup(plan, { server, setup: saved }, context)
  say('Saved. It accepts no sign-ins before the setup is complete. Next: portico setup format --email DOMAIN')
}

function beginning({ product }: Setup, type: IdentityProviderType, name: string): ProviderDraft {
  return { type, name, enabled: true, config: setupConfigOf(product, type), secrets: {} }
}
