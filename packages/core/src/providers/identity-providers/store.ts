import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { ReadInto } from '../../kit/feedback/store.ts'
import type { BodyOf, ReplyOf } from '../../kit/http/endpoint.ts'
import { listOf } from '../../kit/lists/list.ts'
import {
  deleteIdentityProvider,
  getIdentityProvider,
  getOurMetadata,
  importProviderMetadata,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  rollOurKeys,
  type IdentityProvider,
  type LintFinding,
  type OurMetadata,
} from './contract.ts'
import { providerInputOf, type ProviderFormState } from './form.ts'
import { identityProviderList } from './list.ts'
import type { IdentityProviderInput } from './rules.ts'
import { familyOf } from './types.ts'

export type OpenedProvider = { readonly provider: IdentityProvider; readonly etag: string | undefined }

type SavedProvider = Pick<IdentityProvider, 'type' | 'id'>
/** `creation`: the idempotency key of its creation. */
type PlannedProvider = Pick<IdentityProvider, 'type'> & { readonly creation: string }

export type ImportedMetadata = ReplyOf<typeof importProviderMetadata>

/** Calls about identity providers that belong to no form; the providers themselves are in {@link identityProviderList}. */
export type IdentityProviders = {
  /** 'not-found' draws the no-data message; undefined means that a failure was reported. */
  open(id: string, into?: ReadInto): Promise<OpenedProvider | 'not-found' | undefined>
  remove(id: string): Promise<boolean>
  /** What will go wrong with a saved provider. */
  lint(id: string): Promise<readonly LintFinding[] | undefined>
  /** The same for a form without violations, before it is saved. What the server cannot check causes no finding. */
  lintDraft(form: ProviderFormState): Promise<readonly LintFinding[]>
  /** Returns a problem as the sentence to draw beside the field, instead of reporting it. */
  importMetadata(
    body: BodyOf<typeof importProviderMetadata>,
  ): Promise<ImportedMetadata | { readonly problem: string } | undefined>
  /** The same from a file in chunks. Of one that is too long to send, the entity is chosen here. */
  importFile(
    chunks: AsyncIterable<Uint8Array>,
    wanted: Pick<BodyOf<typeof importProviderMetadata>, 'type' | 'entityId'>,
  ): Promise<ImportedMetadata | { readonly problem: string } | undefined>
  /** Our values, and those for this provider, or for the one that will be created. */
  ourMetadata(provider: SavedProvider | PlannedProvider): Promise<OurMetadata | undefined>
  /** Performs the next step of a rollover of our keys. true on success. */
  rollKeys(step: BodyOf<typeof rollOurKeys>['step']): Promise<boolean>
}

/** Made when a screen or view of identity providers is opened: `core.lazily(createIdentityProviders)`. */
export function createIdentityProviders({ client, feedback, say, lazily }: LazyParts): IdentityProviders {
  const importMetadata: IdentityProviders['importMetadata'] = async (body) => {
    const outcome = await client.call(importProviderMetadata, { body })
    if (outcome.ok) return outcome.value
    const { problem } = outcome
    if (problem.kind === 'expected') return { problem: problem.details[0]?.errorMessage ?? problem.errorMessage }
    feedback.report(problem)
    return undefined
  }

  return {
    async open(id, into) {
      const outcome = await client.call(getIdentityProvider, { params: { id } })
      if (outcome.ok) return { provider: outcome.value, etag: outcome.etag }
      if (outcome.problem.kind === 'expected' && outcome.problem.status === 404) return 'not-found'
      feedback.reportLoad(outcome.problem, into)
      return undefined
    },
    async remove(id) {
      feedback.clear()
      const outcome = await client.call(deleteIdentityProvider, { params: { id } })
      if (!outcome.ok) {
        feedback.report(outcome.problem)
        return false
      }
      listOf({ lazily }, identityProviderList).remove(id)
      feedback.openSuccess(say('idp.deleted'))
      return true
    },
    async lint(id) {
      const outcome = await client.call(lintIdentityProvider, { params: { id } })
      if (outcome.ok) return outcome.value.findings
      feedback.report(outcome.problem)
      return undefined
    },
    async lintDraft(form) {
      const body = providerInputOf(form) as IdentityProviderInput
      const outcome = await client.call(lintIdentityProviderDraft, { body })
      if (outcome.ok) return outcome.value.findings
      if (outcome.problem.kind === 'session-ended') feedback.report(outcome.problem)
      return []
    },
    importMetadata,
    async importFile(chunks, wanted) {
      const { readMetadataFile } = await import('./metadata-file.ts')
      const read = await readMetadataFile(chunks, wanted)
      if ('errorID' in read) return { problem: say(read.errorID, read.values) }
      if ('document' in read) return importMetadata({ ...wanted, ...read })
      const warnings = read.total === 0 ? [say('import.METADATA_NO_PROVIDER')] : []
      return { entities: [...read.entities], total: read.total, config: null, warnings }
    },
    async ourMetadata(provider) {
      const query = 'id' in provider ? { idp: provider.id } : { creation: provider.creation, idpType: provider.type }
      const outcome = await client.call(getOurMetadata, { params: { type: metadataTypeOf(provider) }, query })
      if (outcome.ok) return outcome.value
      feedback.report(outcome.problem)
      return undefined
    },
    async rollKeys(step) {
      feedback.clear()
      const outcome = await client.call(rollOurKeys, { body: { step } })
      if (outcome.ok) return true
      feedback.report(outcome.problem)
      return false
    },
  }
}

/** Which of the two sets of our values a provider of this type needs. */
export function metadataTypeOf({ type }: Pick<IdentityProvider, 'type'>): OurMetadata['type'] {
  return familyOf(type) === 'saml' ? 'saml2' : 'oidc'
}
