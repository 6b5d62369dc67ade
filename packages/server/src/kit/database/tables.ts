import type {
  BannerType,
  ClientConfig,
  FoundAccount,
  MetadataResult,
  ProvisioningConfig,
  Provisioning,
  ProvisioningFailure,
  ProvisioningObstacle,
  ScimChange,
  ScimDialect,
  WebhookEvent,
  WebhookFailure,
} from '@portico/core/contract'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, RawBuilder, Selectable } from 'kysely'

/** Rows as PostgreSQL stores them. Each feature's queries.ts converts snake_case. */
export interface Tables {
  tenants: {
    tenant_id: string
    slug: string
    name: string
    vendor: Generated<boolean>
    allow_pros_change: Generated<boolean>
    allow_pros_access: Generated<boolean>
    idle_secs: Generated<number>
    idle_readonly: Generated<boolean>
    deactivated: Generated<boolean>
    deactivated_message: string | null
    banner_message: string | null
    banner_type: BannerType | null
    banner_until: Date | null
    created_at: Generated<Date>
    announcement: string | null
    announcement_id: string | null
    announcement_until: Date | null
    access_contact: string | null
    custom_roles_readonly: Generated<boolean>
  }
  recovery_sets: {
    tenant_id: string
    created_at: Generated<Date>
    created_by: string
    expires_at: Date
    drilled_at: Date | null
    drilled_by: string | null
    used_at: Date | null
    used_from: string | null
  }
  recovery_codes: {
    tenant_id: string
    slot: number
    code_hash: Buffer
    used_at: Date | null
  }
  repair_sessions: {
    tenant_id: string
    id: string
    id_hash: Buffer
    expires_at: Date
    ended_at: Date | null
  }
  support_sessions: {
    tenant_id: string
    id: string
    id_hash: Buffer
    vendor_tenant_id: string
    vendor_session_id: string
    vendor_user_id: string
    vendor_name: string
    person: string
    username: string
    reason: string
    address: string
    began_at: Generated<Date>
    last_used_at: Generated<Date>
    expires_at: Date
    ended_at: Generated<Date | null>
    end_reason: Generated<string | null>
    ended_by: Generated<string | null>
  }
  support_visits: {
    tenant_id: string
    id: string
    visited_tenant_id: string
    visited_name: string
    user_id: string
    person: string
    reason: string
    began_at: Generated<Date>
    expires_at: Date
    ended_at: Generated<Date | null>
    end_reason: Generated<string | null>
  }
  support_requests: {
    tenant_id: string
    session_id: string
    id: string
    at: Generated<Date>
    method: string
    path: string
    status: number
    request_id: string
  }
  setups: {
    tenant_id: string
    token_hash: Buffer
    created_at: Generated<Date>
    created_by: string
    expires_at: Date
    opened_at: Date | null
    opened_from: string | null
    completed_at: Date | null
    withdrawn_at: Date | null
    step: Generated<number>
    product: string | null
    type: string | null
    identity_provider_id: string | null
    provider_made: Generated<boolean>
    version: Generated<number>
  }
  setup_sessions: {
    tenant_id: string
    id: string
    id_hash: Buffer
    expires_at: Date
    ended_at: Date | null
  }
  server_address: {
    id: Generated<number>
    base_url: string
  }
  environments: {
    tenant_id: string
    id: string
    name: string
    slug: string
    type: string
    readonly: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
  }
  applications: {
    tenant_id: string
    id: string
    slug: string
    label: string
    single_tenant: Generated<boolean>
    created_at: Generated<Date>
    folded_label: GeneratedAlways<string>
    sort_key: GeneratedAlways<string>
  }
  application_icons: {
    tenant_id: string
    application_id: string
    hash: string
    type: string
    bytes: Buffer
  }
  tenant_branding: {
    tenant_id: string
    key: string
    name: string | null
    primary_color: string | null
    accent_color: string | null
    privacy_policy_url: string | null
    logo: Buffer | null
    logo_type: string | null
    logo_hash: string | null
    logo_width: number | null
    logo_height: number | null
  }
  environment_applications: {
    tenant_id: string
    environment_id: string
    application_id: string
    launch_url: string | null
    access_text: string | null
  }
  application_clients: {
    tenant_id: string
    id: string
    environment_id: string
    application_id: string
    protocol: ClientConfig['protocol']
    config: JSONColumnType<ClientConfig>
    entity_id: string | null
    certificate_ends: Date | null
    secret_hash: Buffer | null
    secret_made_at: Date | null
    previous_secret_hash: Buffer | null
    previous_secret_until: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  application_sessions: {
    tenant_id: string
    id: string
    session_id: string
    sign_in_id: string
    user_id: string
    client_id: string
    protocol: ClientConfig['protocol']
    name_id: JSONColumnType<object> | null
    started_at: Generated<Date>
    ended_at: Date | null
    next_attempt_at: Date | null
    attempts: Generated<number>
    taken_until: Date | null
    check_at: Generated<Date>
    told_at: Date | null
  }
  application_grants: {
    tenant_id: string
    hash: Buffer
    kind: 'code' | 'access'
    application_session_id: string
    parent_hash: Buffer | null
    redirect_uri: string | null
    code_challenge: string | null
    nonce: string | null
    scope: string
    audience: string
    key_thumbprint: string | null
    created_at: Generated<Date>
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
  }
  saml_logouts: { tenant_id: string; id_hash: Buffer; state: Buffer; expires_at: Date }
  app_roles: {
    tenant_id: string
    id: string
    environment_id: string
    application_id: string
    name: string
    label: string
    visible: Generated<boolean>
    folded_label: GeneratedAlways<string>
    sort_key: GeneratedAlways<string>
  }
  identity_providers: {
    tenant_id: string
    id: string
    name: string
    type: string
    config: JSONColumnType<Record<string, unknown>>
    secrets: Buffer | null
    config_version: Generated<number>
    is_primary: Generated<boolean>
    /** Its groups keep the Security Admin role until then, after another provider became primary. */
    admin_until: Date | null
    enabled: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Where the groups of its people come from. */
    group_source: Generated<'claims' | 'scim'>
    /** Whether its directory ever sent a person. */
    is_provisioned: Generated<boolean>
    /** null: it was never kept. */
    kept_at: Generated<Date | null>
    secrets_id: Generated<string>
    /** Since when type, configuration, secrets and formats are as they are. A trigger sets it. */
    configured_at: Generated<Date>
    /** When its signing certificates were added, by fingerprint (RFC 3339). */
    certificates_added: Generated<Record<string, string>>
  }
  identity_provider_drafts: {
    tenant_id: string
    identity_provider_id: string
    name: string
    enabled: boolean
    config: JSONColumnType<Record<string, unknown>>
    secrets: Buffer | null
    secrets_id: string
    prefixes: string[]
    suffixes: string[]
    email_domains: Generated<string[]>
    changed_by: string
    changed_at: Generated<Date>
  }
  identity_provider_proofs: {
    tenant_id: string
    identity_provider_id: string
    fingerprint: string
    purpose: Exclude<SignInPurpose, 'logout'>
    security_admin: boolean
    proved_at: Generated<Date>
    proved_by: string
    /** Subject of the person who signed in, while `subject_username` is `proved_by`; null: an earlier version wrote the proof. */
    subject: ColumnType<string | null, string | null | undefined>
    subject_username: ColumnType<string | null, string | null | undefined>
    /** Groups that the login asserted; null: they were not kept. */
    groups: JSONColumnType<{ claim: string; knownAs?: string }[]> | null
  }
  /** What was in effect before a change that waits for a sign-in to confirm it. */
  unconfirmed_changes: {
    tenant_id: string
    identity_provider_id: string
    name: string
    enabled: boolean
    config: JSONColumnType<Record<string, unknown>>
    secrets: Buffer | null
    secrets_id: string
    prefixes: string[]
    suffixes: string[]
    email_domains: Generated<string[]>
    kept_by: string
    reverts_at: Date
  }
  identity_provider_tests: {
    tenant_id: string
    id: string
    identity_provider_id: string
    fingerprint: string
    token_hash: Buffer
    created_at: Generated<Date>
    expires_at: Date
    opened_at: Date | null
    finished_at: Date | null
    passed: boolean | null
    record_id: string | null
    result: Buffer | null
  }
  certificate_extensions: {
    tenant_id: string
    identity_provider_id: string
    fingerprint: string
    extended_until: Date
    authorised_by: string
    reason: string
  }
  certificate_uses: {
    tenant_id: string
    identity_provider_id: string
    fingerprint: string
    last_used_at: Generated<Date>
    /** null: before it was recorded. */
    first_used_at: Generated<Date | null>
  }
  /** `at`: the end, or the start of one that cannot be used yet (stage `early`). */
  expiry_warnings: {
    tenant_id: string
    identity_provider_id: string
    kind: 'certificate' | 'secret'
    at: string
    stage: '60' | '30' | '7' | '0' | 'early'
  }
  /** The last reading of a SAML provider's metadata; about this address and entity. */
  metadata_readings: {
    tenant_id: string
    identity_provider_id: string
    url: string
    entity_id: string
    tried_at: Date | null
    /** Time of the last answer that could be used. */
    read_at: Date | null
    result: MetadataResult | null
    detail: string | null
    etag: string | null
    last_modified: string | null
    /** In PEM, of the last answer that could be used. */
    certificates: Generated<string[]>
    /** Their fingerprints. */
    listed: Generated<string[]>
    /** Fingerprints of certificates in the slots that the metadata listed once, and lists no longer. */
    withdrawn: Generated<string[]>
    /** In a row. */
    failures: Generated<number>
    next_at: Generated<Date>
    /** The reading in progress. */
    claim: string | null
    claimed_until: Date | null
  }
  federation_keys: {
    tenant_id: string
    use: 'signing' | 'encryption'
    state: 'next' | 'current' | 'previous'
    private_key: Buffer
    certificate: string
    fingerprint: string
    not_after: Date
  }
  primary_switches: {
    tenant_id: string
    id: string
    identity_provider_id: string
    group_id: string
    grace_secs: number
    chosen_by: string
    chosen_at: Generated<Date>
  }
  username_formats: {
    tenant_id: string
    id: string
    identity_provider_id: string
    type: 'suffix' | 'prefix'
    value: string
  }
  email_domains: {
    tenant_id: string
    id: string
    identity_provider_id: string
    value: string
  }
  groups: {
    tenant_id: string
    id: string
    identity_provider_id: string
    claim: string
    name: string
    known_as: ColumnType<string | null, string | null | undefined>
    /** When a sign-in had this group, at most five minutes before the latest one that had it. */
    last_seen_at: ColumnType<Date | null, never, never>
    folded_text: GeneratedAlways<string>
    sort_text: GeneratedAlways<string>
  }
  users: {
    tenant_id: string
    id: string
    identity_provider_id: string
    subject: string
    username: string
    username_received: ColumnType<string | null, string | null | undefined>
    name: string
    nickname: string
    email: string | null
    /** What the provider said at the last sign-in; null: nothing. It counts only while `email` is `email_verified_of`. */
    email_verified: ColumnType<boolean | null, boolean | null | undefined>
    email_verified_of: ColumnType<string | null, string | null | undefined>
    /** Whether the person may sign in. */
    active: Generated<boolean>
    /** null: the person is active. */
    deactivated_at: ColumnType<Date | null, never, RawBuilder<Date> | null>
    /** The name of who did it. */
    deactivated_by: ColumnType<string | null, never, string | null>
    /** Since when the username does not belong to the provider; null: it does. */
    username_foreign_since: ColumnType<Date | null, RawBuilder<Date | null> | undefined, RawBuilder<Date | null> | null>
    /** The person is inactive for that reason only. */
    username_holds: Generated<boolean>
    created_at: Generated<Date>
    last_sign_in_at: Date | null
    /** Filled by a trigger (schema/people.ts). */
    folded_text: Generated<string>
    sort_key: Generated<string>
  }
  launcher_preferences: {
    tenant_id: string
    user_id: string
    layout: string
    favourites: string[]
    own_order: string[]
  }
  application_launches: {
    tenant_id: string
    user_id: string
    application_id: string
    launched_at: Generated<Date>
  }
  user_groups: { tenant_id: string; user_id: string; group_id: string }
  tenant_roles: {
    tenant_id: string
    id: string
    label: string
    folded_label: GeneratedAlways<string>
    sort_key: GeneratedAlways<string>
    version: Generated<number>
  }
  tenant_role_groups: { tenant_id: string; environment_id: string; role_id: string; group_id: string }
  portal_role_groups: { tenant_id: string; role: string; group_id: string }
  app_role_groups: { tenant_id: string; role_id: string; group_id: string }
  application_access_groups: { tenant_id: string; environment_id: string; application_id: string; group_id: string }
  sessions: {
    tenant_id: string
    id_hash: Buffer
    user_id: string
    identity_provider_id: string
    environment_id: string | null
    idle_secs: number
    authenticated_at: Date
    credentials_at: Date | null
    sign_in_id: string
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    expires_at: Date
    ended_at: Date | null
    provider_session: string | null
    kind: Generated<'browser' | 'cli'>
    skipped_switch: string | null
    provider_state: Buffer | null
    provider_subject_hash: Buffer | null
    id: Generated<string>
    address: string | null
    user_agent: string | null
  }
  sign_in_records: {
    tenant_id: string
    id: string
    code: string
    identity_provider_id: string | null
    purpose: SignInPurpose
    outcome: Generated<'open' | 'signed-in' | 'failed'>
    username: string | null
    user_id: string | null
    error_id: string | null
    finding: string | null
    checks: JSONColumnType<readonly unknown[]>
    address: string
    request_id: string
    started_at: Generated<Date>
    finished_at: Date | null
  }
  sign_in_transactions: {
    tenant_id: string
    id: string
    state_hash: Buffer
    identity_provider_id: string
    config_version: number
    purpose: SignInPurpose
    binding_hash: Buffer
    secrets: Buffer
    answer: Buffer | null
    used_at: Date | null
    return_path: string
    record_id: string | null
    test_id: string | null
    fingerprint: string | null
    expires_at: Date
  }
  service_accounts: {
    tenant_id: string
    id: string
    environment_id: string
    name: string
    key1: string | null
    key1_algorithm: string | null
    key1_thumbprint: string | null
    key2: string | null
    key2_algorithm: string | null
    key2_thumbprint: string | null
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** Filled by a trigger (schema/service-accounts.ts). */
    folded_name: Generated<string>
    sort_key: Generated<string>
  }
  service_account_keys: {
    tenant_id: string
    service_account_id: string
    /** RFC 7638. */
    thumbprint: string
    added_at: Date | null
    last_used_at: Date | null
    /** End of the certificate that the key was saved as; null for a bare key. */
    not_after: Date | null
    /** Days left at the last warning about `not_after`; 0: it had expired. */
    warned_step: number | null
  }
  service_account_dependencies: {
    tenant_id: string
    service_account_id: string
    environment_id: string
    application_id: string
    role_id: string | null
  }
  access_tokens: {
    tenant_id: string
    id: string
    service_account_id: string
    key_thumbprint: string
    audience: string
    expires_at: Date
    revoked_at: Date | null
  }
  device_authorizations: {
    device_code_hash: Buffer
    user_code_mac: Buffer
    address: string
    interval_secs: number
    state: Generated<'pending' | 'allowed' | 'denied' | 'used'>
    created_at: Generated<Date>
    expires_at: Date
    last_polled_at: Date | null
  }
  cli_grants: {
    tenant_id: string
    id_hash: Buffer
    kind: 'code' | 'device' | 'access'
    via: 'loopback' | 'device'
    user_id: string
    identity_provider_id: string
    authenticated_at: Date
    credentials_at: Date | null
    sign_in_id: string
    session_ends_at: Date
    address: string
    code_challenge: string | null
    redirect_uri: string | null
    parent_hash: Buffer | null
    expires_at: Date
    used_at: Date | null
  }
  cli_wrong_codes: { tenant_id: string; user_id: string; wrong: number; window_ends_at: Date }
  assertion_uses: { issuer: string; id_hash: Buffer; expires_at: Date }
  signing_keys: {
    kid: string
    algorithm: string
    private_jwk: Buffer
    public_jwk: JSONColumnType<Record<string, unknown>>
    created_at: Generated<Date>
    signs_from: Generated<Date>
    retired_at: Date | null
  }
  secret_keys: {
    id: string
    state: 'current' | 'previous'
    created_at: Generated<Date>
    emptied_at: Date | null
  }
  backup_keys: {
    key_id: string
    last_at: Date
    /** A bigint. */
    backups: Generated<string>
  }
  database_identity: {
    is_only: Generated<boolean>
    id: Generated<string>
    earlier: Generated<string[]>
  }
  audit: {
    tenant_id: string
    id: string
    at: Generated<Date>
    actor_kind: 'user' | 'service-account' | 'recovery' | 'setup' | 'support' | 'operator' | 'system'
    actor_id: string | null
    actor_name: string
    action: string
    target_kind: string
    target_id: string | null
    target_name: string | null
    before: JsonOrNull
    after: JsonOrNull
    request_id: string
    address: string | null
    /** What a search compares. */
    names: Generated<string>
    /** bigint as text: the order of the transactions that wrote the rows. */
    position: Generated<string>
  }
  audit_seals: {
    tenant_id: string
    seq: string | number
    sealed_at: Date
    row_count: number
    last_position: string
    last_id: string
    last_at: Date
    entries: Buffer
    cut_seq: string | number | null
    cut_mac: Buffer | null
    key_id: string
    previous_mac: Buffer | null
    mac: Buffer
  }
  audit_keys: {
    id: string
    created_at: Generated<Date>
  }
  audit_memory: {
    is_only: Generated<boolean>
    since: Generated<Date>
  }
  audit_log_start: {
    is_only: Generated<boolean>
    position: string
  }
  audit_log_places: {
    tenant_id: string
    position: string
    id: string
  }
  scim_tokens: {
    tenant_id: string
    id: string
    identity_provider_id: string
    /** The first characters of the token. */
    beginning: string
    token_hash: Buffer
    active: Generated<boolean>
    dry_run: boolean
    version: Generated<number>
    issued_at: Generated<Date>
    expires_at: ColumnType<Date, RawBuilder<Date>, RawBuilder<Date>>
    last_used_at: ColumnType<Date | null, never, RawBuilder<Date>>
    /** Days left at the last warning about `expires_at`; 0: it had expired. */
    warned_step: ColumnType<number | null, never, number>
  }
  scim_users: {
    tenant_id: string
    id: string
    identity_provider_id: string
    user_name: string
    /** In lower case. */
    user_name_key: string
    external_id: string | null
    /** In lower case. */
    display_name_key: string | null
    active: boolean
    resource: JSONColumnType<Record<string, unknown>>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    /** A deleted person, whose id stays in use. */
    deleted_at: ColumnType<Date | null, never, RawBuilder<Date>>
    /** The row in `users`. */
    person_id: string | null
    /** Whether the directory deactivated the person. */
    has_deactivated: Generated<boolean>
  }
  scim_groups: {
    tenant_id: string
    id: string
    identity_provider_id: string
    display_name: string
    /** In lower case. */
    display_name_key: string
    external_id: string | null
    resource: JSONColumnType<Record<string, unknown>>
    /** The row in `groups`. */
    group_id: string | null
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: ColumnType<Date | null, never, RawBuilder<Date>>
  }
  scim_requests: {
    tenant_id: string
    identity_provider_id: string
    id: string
    at: Date
    method: string
    path: string
    query: string | null
    body: JSONColumnType<Record<string, unknown>> | null
    status: number
    took_ms: number
    dialect: ScimDialect
    dry_run: boolean
    token_beginning: string
    request_id: string
    changes: ColumnType<ScimChange[], string, never>
    detail: string | null
    /** Members whom it named, and whom the directory never sent. */
    unknown_members: ColumnType<string[], string[] | undefined, never>
  }
  /** Requests that were answered, by hour. */
  scim_activity: {
    tenant_id: string
    identity_provider_id: string
    hour: Date
    requests: number
    changed: number
    failed: number
  }
  /** `group_id` and `user_id` are those of SCIM. */
  scim_members: { tenant_id: string; identity_provider_id: string; group_id: string; user_id: string }
  api_tokens: {
    tenant_id: string
    id: string
    user_id: string
    environment_id: string
    application_id: string
    name: string
    /** The first characters of the token. */
    beginning: string
    /** Generated. */
    folded_text: GeneratedAlways<string>
    token_hash: Buffer
    role_ids: string[]
    tenant_role_ids: string[]
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: ColumnType<Date | null, never, RawBuilder<Date>>
    revoked_at: ColumnType<Date | null, never, RawBuilder<Date>>
    revoked_by: ColumnType<string | null, never, string>
  }
  webhooks: {
    tenant_id: string
    id: string
    url: string
    events: WebhookEvent[]
    actions: string[]
    enabled: boolean
    paused_reason: 'failing' | 'gone' | null
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_until: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    position: string | number
    row_id: string
    until_position: string | number | null
    until_row_id: string | null
    message_id: string | null
    taken_by: string | null
    taken_until: Date | null
    failed_attempts: Generated<number>
    failing_since: Date | null
    next_attempt_at: Date | null
    last_delivered_at: Date | null
    last_failure: WebhookFailure['kind'] | null
    last_status: number | null
  }
  provisioning_connections: {
    tenant_id: string
    id: string
    environment_id: string
    application_id: string
    url: string
    bearer_token: Buffer
    send_groups: boolean
    any_email: Generated<boolean>
    removal: ProvisioningConfig['removal']
    enabled: boolean
    paused_reason: Provisioning['pausedReason']
    removals_allowed: Generated<boolean>
    /** The next comparison forgets what was sent. */
    resend: Generated<boolean>
    resent_at: Date | null
    /** What the application refuses; null: nothing, or only some. */
    refused_kind: Provisioning['refusedKind']
    person_accepted_at: Date | null
    group_accepted_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    removed_at: ColumnType<Date | null, never, RawBuilder<Date>>
    people: Generated<number>
    groups: Generated<number>
    /** A bigint. */
    compared_position: string | null
    compared_at: Date | null
    compare_after: Date | null
    taken_by: string | null
    taken_until: Date | null
    failed_attempts: Generated<number>
    next_attempt_at: Date | null
    last_sent_at: Date | null
    last_failure: ProvisioningFailure['kind'] | null
    last_status: number | null
    last_detail: string | null
  }
  provisioned_objects: {
    tenant_id: string
    connection_id: string
    kind: 'person' | 'group'
    id: string
    name: string
    /** Its id in the application. */
    remote_id: string | null
    wanted: Buffer | null
    sent: Buffer | null
    tried: Generated<boolean>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_failure: ProvisioningFailure['kind'] | null
    last_status: number | null
    last_detail: string | null
    members_unknown: Generated<boolean>
    behind_since: Generated<Date>
    /** Since when every answer to it was a refusal; null: it was not refused. */
    refused_at: Date | null
    /** Why the name belongs to another account there; null: it does not, as far as is known. */
    obstacle: ProvisioningObstacle | null
    /** That account; null: none was found, or several. */
    found: JSONColumnType<FoundAccount> | null
    found_at: Date | null
    /** When an administrator allowed to take it over. */
    approved_at: Date | null
  }
  /** `group_id` and `user_id` are ours. */
  provisioned_members: {
    tenant_id: string
    connection_id: string
    group_id: string
    user_id: string
    remote_id: string
  }
  rate_limits: {
    bucket: string
    key_hash: Buffer
    attempts: number
    window_ends_at: Date
  }
  idempotency_keys: {
    tenant_id: string
    actor_id: string
    key: string
    request_hash: Buffer
    reply: JsonOrNull
    etag: string | null
    created_at: Generated<Date>
  }
}

type JsonOrNull = ColumnType<unknown, string | null, string | null>

export type SignInPurpose = 'login' | 'test' | 'idp-switch' | 'logout'

/** A request of a directory as it is written. `id` is a UUID of version 7, `at` RFC 3339, and `body` what JSON can hold. */
export type ScimRequestRow = Omit<Selectable<Tables['scim_requests']>, 'tenant_id' | 'at' | 'body'> & {
  readonly at: string
  readonly body: unknown
  /** Whether it is kept, and not only counted. */
  readonly kept: boolean
}
