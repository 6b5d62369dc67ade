import { federationKeyContext } from '../../providers/federation-keys/queries.ts'
import { providerSecretContext } from '../../providers/identity-providers/queries.ts'
import { providerStateContext } from '../../sign-in/attempts/provider-state.ts'
import { bearerTokenContext } from '../../applications/provisioning/connections.ts'
import { samlLogoutContext } from '../../applications/saml-applications/logout-chain.ts'
import { answerContext, attemptContext } from '../../sign-in/attempts/transactions.ts'
import { testContext } from '../../providers/identity-providers/drafts/passed-test.ts'
import { signingKeyContext } from '../../protocols/oauth/signing-keys.ts'
import { webhookSecretContext } from '../../tenant/webhooks/secrets.ts'

export type SealedRow = Readonly<Record<string, string>>

/** A column of sealed texts, and what each is bound to. */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** true: its rows belong to tenants; false: to the deployment. */
  readonly tenant: boolean
  /** Orders the rows, and names one of them within its tenant. */
  readonly key: { readonly name: string; readonly type: 'uuid' | 'text' | 'bytea' }
  /** Further columns that the context is made of. */
  readonly more: readonly string[]
  readonly context: (row: SealedRow) => string
}

/** Every column sealed with the secret key, which a rotation reseals. A test compares it with the schema. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'signing_keys',
    column: 'private_jwk',
    tenant: false,
    key: { name: 'kid', type: 'text' },
    more: [],
    context: (row) => signingKeyContext(row['kid'] ?? ''),
  },
  {
    table: 'identity_providers',
    column: 'secrets',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => providerSecretContext(row['id'] ?? ''),
  },
  {
    table: 'identity_provider_drafts',
    column: 'secrets',
    tenant: true,
    key: { name: 'identity_provider_id', type: 'uuid' },
    more: [],
    context: (row) => providerSecretContext(row['identity_provider_id'] ?? ''),
  },
  {
    table: 'unconfirmed_changes',
    column: 'secrets',
    tenant: true,
    key: { name: 'identity_provider_id', type: 'uuid' },
    more: [],
    context: (row) => providerSecretContext(row['identity_provider_id'] ?? ''),
  },
  {
    table: 'identity_provider_tests',
    column: 'result',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => testContext(row['id'] ?? ''),
  },
  {
    table: 'federation_keys',
    column: 'private_key',
    tenant: true,
    key: { name: 'fingerprint', type: 'text' },
    more: ['tenant_id', 'use'],
    context: ({ tenant_id = '', use, fingerprint = '' }) =>
      federationKeyContext({ tenant_id, use: use as 'signing' | 'encryption', fingerprint }),
  },
  {
    table: 'sessions',
    column: 'provider_state',
    tenant: true,
    key: { name: 'id_hash', type: 'bytea' },
    more: [],
    context: () => providerStateContext,
  },
  {
    table: 'sign_in_transactions',
    column: 'secrets',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => attemptContext(row['id'] ?? ''),
  },
  {
    table: 'sign_in_transactions',
    column: 'answer',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => answerContext(row['id'] ?? ''),
  },
  {
    table: 'saml_logouts',
    column: 'state',
    tenant: true,
    key: { name: 'id_hash', type: 'bytea' },
    more: ['tenant_id'],
    context: (row) => samlLogoutContext(row['tenant_id'] ?? ''),
  },
  {
    table: 'provisioning_connections',
    column: 'bearer_token',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => bearerTokenContext(row['id'] ?? ''),
  },
  {
    table: 'webhooks',
    column: 'secret',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => webhookSecretContext(row['id'] ?? ''),
  },
  {
    table: 'webhooks',
    column: 'previous_secret',
    tenant: true,
    key: { name: 'id', type: 'uuid' },
    more: [],
    context: (row) => webhookSecretContext(row['id'] ?? ''),
  },
]
