import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'

/** The NameID of an assertion, verbatim: a logout request has to repeat it exactly (SAML Core section 3.7.1). */
export type StoredNameId = {
  readonly value: string
  readonly format: string | null
  readonly nameQualifier: string | null
  readonly spNameQualifier: string | null
}

/** What a sign-out at the provider needs, kept with the session, sealed. */
export type ProviderState =
  | { readonly kind: 'oidc'; readonly idToken: string }
  /** Without a NameID the provider did not name the person and cannot learn which session ended. */
  | { readonly kind: 'saml'; readonly nameId: StoredNameId | null; readonly sessionIndex: string | null }

export const providerStateContext = 'provider-state'

/** The seal does not name the session: its id changes when an environment is chosen, and the row goes along. */
export function sealProviderState(box: SecretBox, state: ProviderState): Buffer {
  return box.seal(JSON.stringify(state), providerStateContext)
}

/** Provider and state of a session that is about to end; undefined if the provider was deleted or sent no state. */
export async function readProviderState(
  tx: TenantTransaction,
  box: SecretBox,
  hash: Buffer,
): Promise<{ identityProviderId: string; state: ProviderState } | undefined> {
  const row = await tx.db
    .selectFrom('sessions')
    .select(['identity_provider_id', 'provider_state'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined || row.provider_state === null) return undefined
  const state = JSON.parse(box.open(row.provider_state, providerStateContext)) as ProviderState
  return { identityProviderId: row.identity_provider_id, state }
}
