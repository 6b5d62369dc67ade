import type {
  ClientConfig,
  FoundAccount,
  MetadataResult,
  ProvisioningFailure,
  ScimChange,
  ScimDialect,
  WebhookEvent,
  WebhookFailure,
} from '@portico/core/contract'
import type { ColumnType, Generated, JSONColumnType, RawBuilder, Selectable } from 'kysely'

import type { GeneratedTables } from './generated-tables.ts'

/** Rows as PostgreSQL stores them. Each feature's queries.ts converts snake_case. */
export type Tables = Narrowed<GeneratedTables, NarrowedColumns>

type Narrowed<All, Some extends PartOf<All, Some>> = {
  [Table in keyof All]: Table extends keyof Some
    ? { [Column in keyof All[Table]]: Column extends keyof Some[Table] ? Some[Table][Column] : All[Table][Column] }
    : All[Table]
}

/** A column that the schema does not have does not compile. */
type PartOf<All, Some> = {
  [Table in keyof Some]: Table extends keyof All
    ? { [Column in keyof Some[Table]]: Column extends keyof All[Table] ? unknown : never }
    : never
}

/** What the schema does not say of a column: what its JSON or its texts are, and who writes it. */
interface NarrowedColumns {
  api_tokens: {
    last_used_at: ColumnType<Date | null, never, RawBuilder<Date>>
    revoked_at: ColumnType<Date | null, never, RawBuilder<Date>>
    revoked_by: ColumnType<string | null, never, string>
  }
  application_clients: { config: JSONColumnType<ClientConfig> }
  application_sessions: { name_id: JSONColumnType<object> | null }
  /** `stage`: `early` is the warning before the start of one that cannot be used yet. */
  expiry_warnings: { kind: 'certificate' | 'secret'; stage: '60' | '30' | '7' | '0' | 'early' }
  groups: {
    /** When a sign-in had this group, at most five minutes before the latest one that had it. */
    last_seen_at: ColumnType<Date | null, never, never>
  }
  identity_provider_drafts: { config: JSONColumnType<Record<string, unknown>> }
  identity_provider_proofs: {
    /** Groups that the login asserted; null: they were not kept. */
    groups: JSONColumnType<{ claim: string; knownAs?: string }[]> | null
  }
  identity_providers: {
    config: JSONColumnType<Record<string, unknown>>
    /** When its signing certificates were added, by fingerprint (RFC 3339). */
    certificates_added: Generated<Record<string, string>>
  }
  metadata_readings: { result: MetadataResult | null }
  provisioned_objects: {
    last_failure: ProvisioningFailure['kind'] | null
    found: JSONColumnType<FoundAccount> | null
  }
  provisioning_connections: {
    removed_at: ColumnType<Date | null, never, RawBuilder<Date>>
    last_failure: ProvisioningFailure['kind'] | null
  }
  scim_groups: {
    resource: JSONColumnType<Record<string, unknown>>
    deleted_at: ColumnType<Date | null, never, RawBuilder<Date>>
  }
  scim_requests: {
    body: JSONColumnType<Record<string, unknown>> | null
    dialect: ScimDialect
    changes: ColumnType<ScimChange[], string, never>
    unknown_members: ColumnType<string[], string[] | undefined, never>
    ignored: ColumnType<string[], string[] | undefined, never>
  }
  scim_tokens: {
    expires_at: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
    last_used_at: ColumnType<Date | null, never, RawBuilder<Date>>
    warned_step: ColumnType<number | null, never, number>
  }
  scim_users: {
    resource: JSONColumnType<Record<string, unknown>>
    deleted_at: ColumnType<Date | null, never, RawBuilder<Date>>
  }
  sign_in_records: { checks: JSONColumnType<readonly unknown[]> }
  signing_keys: { public_jwk: JSONColumnType<Record<string, unknown>> }
  unconfirmed_changes: { config: JSONColumnType<Record<string, unknown>> }
  users: {
    deactivated_at: ColumnType<Date | null, never, RawBuilder<Date> | null>
    deactivated_by: ColumnType<string | null, never, string | null>
    username_foreign_since: ColumnType<Date | null, RawBuilder<Date | null> | undefined, RawBuilder<Date | null> | null>
  }
  webhooks: { events: WebhookEvent[]; last_failure: WebhookFailure['kind'] | null }
}

export type SignInPurpose = Tables['sign_in_records']['purpose']
/** Of an attempt that goes by way of a provider. */
export type AttemptPurpose = Tables['sign_in_transactions']['purpose']

/** A request of a directory as it is written. `id` is a UUID of version 7, `at` RFC 3339, and `body` what JSON can hold. */
export type ScimRequestRow = Omit<Selectable<Tables['scim_requests']>, 'tenant_id' | 'at' | 'body'> & {
  readonly at: string
  readonly body: unknown
  /** Whether it is kept, and not only counted. */
  readonly kept: boolean
}
