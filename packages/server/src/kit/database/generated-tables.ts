// Made from the schema by `npm run tables`. Columns whose type is narrower than in the schema are in tables.ts.
import type { Generated, GeneratedAlways } from 'kysely'

import type { Bigint, Json } from './value-types.ts'

export interface GeneratedTables {
  access_tokens: {
    tenant_id: string
    id: string
    service_account_id: string
    key_thumbprint: string
    audience: string
    expires_at: Date
    revoked_at: Date | null
  }
  api_tokens: {
    tenant_id: string
    id: string
    user_id: string
    environment_id: string
    application_id: string
    name: string
    beginning: string
    token_hash: Buffer
    role_ids: string[]
    tenant_role_ids: string[]
    folded_text: GeneratedAlways<string>
    created_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
    revoked_at: Date | null
    revoked_by: string | null
  }
  app_role_groups: {
    tenant_id: string
    role_id: string
    group_id: string
  }
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
  application_access_groups: {
    tenant_id: string
    environment_id: string
    application_id: string
    group_id: string
  }
  application_clients: {
    tenant_id: string
    id: string
    environment_id: string
    application_id: string
    protocol: 'openid' | 'saml'
    config: Json
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
  application_grants: {
    tenant_id: string
    hash: Buffer
    kind: 'code' | 'access' | 'refresh'
    application_session_id: string | null
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
    session_id: string | null
  }
  application_icons: {
    tenant_id: string
    application_id: string
    hash: string
    type: 'image/png' | 'image/jpeg' | 'image/webp'
    bytes: Buffer
  }
  application_launches: {
    tenant_id: string
    user_id: string
    application_id: string
    launched_at: Generated<Date>
  }
  application_sessions: {
    tenant_id: string
    id: string
    session_id: string
    sign_in_id: string
    user_id: string
    client_id: string
    protocol: 'openid' | 'saml'
    name_id: Json | null
    started_at: Generated<Date>
    check_at: Generated<Date>
    ended_at: Date | null
    next_attempt_at: Date | null
    attempts: Generated<number>
    taken_until: Date | null
    told_at: Date | null
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
  assertion_uses: {
    issuer: string
    id_hash: Buffer
    expires_at: Date
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
    before: Json | null
    after: Json | null
    request_id: string
    address: string | null
    names: GeneratedAlways<string>
    position: Generated<Bigint>
  }
  audit_keys: {
    id: string
    created_at: Generated<Date>
  }
  audit_log_places: {
    tenant_id: string
    position: Bigint
    id: string
  }
  audit_log_start: {
    is_only: Generated<boolean>
    position: Bigint
  }
  audit_memory: {
    is_only: Generated<boolean>
    since: Generated<Date>
  }
  audit_seals: {
    tenant_id: string
    seq: Bigint
    sealed_at: Date
    row_count: number
    last_position: Bigint
    last_id: string
    last_at: Date
    entries: Buffer
    cut_seq: Bigint | null
    cut_mac: Buffer | null
    key_id: string
    previous_mac: Buffer | null
    mac: Buffer
  }
  backup_keys: {
    key_id: string
    last_at: Date
    backups: Generated<Bigint>
  }
  certificate_extensions: {
    tenant_id: string
    identity_provider_id: string
    fingerprint: string
    authorised_by: string
    reason: string
    extended_until: Date
  }
  certificate_uses: {
    tenant_id: string
    identity_provider_id: string
    fingerprint: string
    first_used_at: Generated<Date | null>
    last_used_at: Generated<Date>
  }
  cli_grants: {
    tenant_id: string
    id_hash: Buffer
    kind: 'code' | 'device' | 'access'
    via: 'loopback' | 'device'
    user_id: string
    identity_provider_id: string
    sign_in_id: string
    authenticated_at: Date
    credentials_at: Date | null
    session_ends_at: Date
    address: string
    code_challenge: string | null
    redirect_uri: string | null
    parent_hash: Buffer | null
    expires_at: Date
    used_at: Date | null
  }
  cli_wrong_codes: {
    tenant_id: string
    user_id: string
    wrong: number
    window_ends_at: Date
  }
  database_identity: {
    is_only: Generated<boolean>
    id: Generated<string>
    earlier: Generated<string[]>
  }
  device_authorizations: {
    device_code_hash: Buffer
    user_code_mac: Buffer
    state: Generated<'pending' | 'allowed' | 'denied' | 'used'>
    address: string
    interval_secs: number
    last_polled_at: Date | null
    created_at: Generated<Date>
    expires_at: Date
  }
  email_domains: {
    tenant_id: string
    id: string
    identity_provider_id: string
    value: string
  }
  environment_applications: {
    tenant_id: string
    environment_id: string
    application_id: string
    launch_url: string | null
    access_text: string | null
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
  expiry_warnings: {
    tenant_id: string
    identity_provider_id: string
    kind: string
    at: string
    stage: string
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
  groups: {
    tenant_id: string
    id: string
    identity_provider_id: string
    claim: string
    known_as: string | null
    name: string
    last_seen_at: Date | null
    deleted_at: Date | null
    folded_text: GeneratedAlways<string>
    sort_text: GeneratedAlways<string>
  }
  idempotency_keys: {
    tenant_id: string
    actor_id: string
    key: string
    request_hash: Buffer
    reply: Json | null
    etag: string | null
    created_at: Generated<Date>
  }
  identity_provider_drafts: {
    tenant_id: string
    identity_provider_id: string
    name: string
    enabled: boolean
    config: Json
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
    purpose: 'login' | 'test' | 'idp-switch'
    security_admin: boolean
    proved_at: Generated<Date>
    proved_by: string
    subject: string | null
    subject_username: string | null
    groups: Json | null
    is_fresh: boolean | null
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
    record_id: string | null
    finished_at: Date | null
    passed: boolean | null
    result: Buffer | null
    is_fresh: Generated<boolean>
  }
  identity_providers: {
    tenant_id: string
    id: string
    name: string
    type: 'OIDC' | 'AAD' | 'AAD2' | 'OPENSAML' | 'SFDC_SAML' | 'ADFS_SAML'
    config: Json
    secrets: Buffer | null
    secrets_id: Generated<string>
    config_version: Generated<number>
    configured_at: Generated<Date>
    certificates_added: Generated<Json>
    enabled: Generated<boolean>
    is_primary: Generated<boolean>
    admin_until: Date | null
    group_source: Generated<'claims' | 'scim'>
    is_provisioned: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    kept_at: Generated<Date | null>
    deleted_at: Date | null
  }
  launcher_preferences: {
    tenant_id: string
    user_id: string
    layout: 'grid' | 'list'
    favourites: string[]
    own_order: string[]
  }
  metadata_readings: {
    tenant_id: string
    identity_provider_id: string
    url: string
    entity_id: string
    tried_at: Date | null
    read_at: Date | null
    result: string | null
    detail: string | null
    etag: string | null
    last_modified: string | null
    certificates: Generated<string[]>
    listed: Generated<string[]>
    withdrawn: Generated<string[]>
    failures: Generated<number>
    next_at: Generated<Date>
    claim: string | null
    claimed_until: Date | null
  }
  portal_role_groups: {
    tenant_id: string
    role: 'security-admin' | 'support'
    group_id: string
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
  provisioned_members: {
    tenant_id: string
    connection_id: string
    group_id: string
    user_id: string
    remote_id: string
  }
  provisioned_objects: {
    tenant_id: string
    connection_id: string
    kind: 'person' | 'group'
    id: string
    name: string
    remote_id: string | null
    wanted: Buffer | null
    sent: Buffer | null
    behind_since: Generated<Date>
    tried: Generated<boolean>
    members_unknown: Generated<boolean>
    attempts: Generated<number>
    next_attempt_at: Generated<Date>
    last_failure: string | null
    last_status: number | null
    last_detail: string | null
    refused_at: Date | null
    obstacle: 'approval' | 'identifier' | 'ours' | 'several' | 'hidden' | null
    found: Json | null
    found_at: Date | null
    approved_at: Date | null
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
    removal: 'deactivate' | 'delete'
    enabled: boolean
    paused_reason: 'unauthorized' | 'removals' | 'restored' | null
    removals_allowed: Generated<boolean>
    resend: Generated<boolean>
    resent_at: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    removed_at: Date | null
    people: Generated<number>
    groups: Generated<number>
    compared_position: Bigint | null
    compared_at: Date | null
    compare_after: Date | null
    taken_by: string | null
    taken_until: Date | null
    failed_attempts: Generated<number>
    next_attempt_at: Date | null
    last_sent_at: Date | null
    last_failure: string | null
    last_status: number | null
    last_detail: string | null
    refused_kind: 'person' | 'group' | null
    person_accepted_at: Date | null
    group_accepted_at: Date | null
  }
  rate_limits: {
    bucket: string
    key_hash: Buffer
    attempts: Bigint
    window_ends_at: Date
  }
  recovery_codes: {
    tenant_id: string
    slot: number
    code_hash: Buffer
    used_at: Date | null
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
  repair_sessions: {
    tenant_id: string
    id: string
    id_hash: Buffer
    expires_at: Date
    ended_at: Date | null
  }
  saml_logouts: {
    tenant_id: string
    id_hash: Buffer
    state: Buffer
    expires_at: Date
  }
  scim_activity: {
    tenant_id: string
    identity_provider_id: string
    hour: Date
    requests: number
    changed: number
    failed: number
  }
  scim_counts: {
    tenant_id: string
    identity_provider_id: string
    counted: 'scim_users' | 'scim_groups'
    shard: number
    count: Bigint
    moves: Generated<Bigint>
  }
  scim_groups: {
    tenant_id: string
    id: string
    identity_provider_id: string
    group_id: string | null
    display_name: string
    display_name_key: string
    external_id: string | null
    resource: Json
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  scim_members: {
    tenant_id: string
    identity_provider_id: string
    group_id: string
    user_id: string
  }
  scim_requests: {
    tenant_id: string
    identity_provider_id: string
    id: string
    at: Date
    token_beginning: string
    dialect: string
    dry_run: boolean
    method: string
    path: string
    query: string | null
    body: Json | null
    status: number
    detail: string | null
    changes: Json
    unknown_members: Generated<string[]>
    took_ms: number
    request_id: string
    ignored: Generated<string[]>
    token_name: Generated<string>
  }
  scim_tokens: {
    tenant_id: string
    id: string
    identity_provider_id: string
    beginning: string
    token_hash: Buffer
    active: Generated<boolean>
    dry_run: boolean
    version: Generated<number>
    issued_at: Generated<Date>
    expires_at: Date
    last_used_at: Date | null
    warned_step: number | null
    name: Generated<string>
  }
  scim_users: {
    tenant_id: string
    id: string
    identity_provider_id: string
    person_id: string | null
    user_name: string
    user_name_key: string
    external_id: string | null
    display_name_key: string | null
    active: boolean
    resource: Json
    has_deactivated: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    deleted_at: Date | null
  }
  secret_keys: {
    id: string
    state: 'current' | 'previous'
    created_at: Generated<Date>
    emptied_at: Date | null
  }
  server_address: {
    id: Generated<number>
    base_url: string
  }
  service_account_dependencies: {
    tenant_id: string
    service_account_id: string
    environment_id: string
    application_id: string
    role_id: string | null
  }
  service_account_keys: {
    tenant_id: string
    service_account_id: string
    thumbprint: string
    added_at: Date | null
    last_used_at: Date | null
    not_after: Date | null
    warned_step: number | null
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
    folded_name: Generated<string>
    sort_key: Generated<string>
  }
  sessions: {
    tenant_id: string
    id_hash: Buffer
    id: Generated<string>
    kind: Generated<'browser' | 'cli' | 'application'>
    user_id: string
    identity_provider_id: string
    environment_id: string | null
    sign_in_id: string
    authenticated_at: Date
    credentials_at: Date | null
    address: string | null
    user_agent: string | null
    provider_session: string | null
    provider_subject_hash: Buffer | null
    provider_state: Buffer | null
    skipped_switch: string | null
    idle_secs: number
    created_at: Generated<Date>
    last_used_at: Generated<Date>
    expires_at: Date
    ended_at: Date | null
    client_id: string | null
    acr: string | null
    amr: string[] | null
  }
  setup_sessions: {
    tenant_id: string
    id: string
    id_hash: Buffer
    expires_at: Date
    ended_at: Date | null
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
  sign_in_records: {
    tenant_id: string
    id: string
    code: string
    identity_provider_id: string | null
    purpose: 'login' | 'test' | 'idp-switch' | 'logout' | 'application'
    outcome: Generated<'open' | 'signed-in' | 'failed'>
    username: string | null
    user_id: string | null
    error_id: string | null
    finding: string | null
    checks: Json
    address: string
    request_id: string
    started_at: Generated<Date>
    finished_at: Date | null
  }
  sign_in_transactions: {
    tenant_id: string
    id: string
    identity_provider_id: string
    purpose: 'login' | 'test' | 'idp-switch' | 'logout'
    config_version: number
    record_id: string | null
    test_id: string | null
    fingerprint: string | null
    state_hash: Buffer
    binding_hash: Buffer
    secrets: Buffer
    return_path: string
    answer: Buffer | null
    used_at: Date | null
    expires_at: Date
  }
  signing_keys: {
    kid: string
    algorithm: string
    private_jwk: Buffer
    public_jwk: Json
    created_at: Generated<Date>
    signs_from: Generated<Date>
    retired_at: Date | null
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
    ended_at: Date | null
    end_reason: 'left' | 'ended' | 'access-off' | 'tenant-deactivated' | 'vendor' | 'expired' | 'idle' | null
    ended_by: string | null
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
    ended_at: Date | null
    end_reason: string | null
  }
  tenant_branding: {
    tenant_id: string
    key: string
    name: string | null
    primary_color: string | null
    accent_color: string | null
    privacy_policy_url: string | null
    logo: Buffer | null
    logo_type: 'image/png' | 'image/jpeg' | 'image/webp' | null
    logo_hash: string | null
    logo_width: number | null
    logo_height: number | null
  }
  tenant_role_groups: {
    tenant_id: string
    environment_id: string
    role_id: string
    group_id: string
  }
  tenant_roles: {
    tenant_id: string
    id: string
    label: string
    folded_label: GeneratedAlways<string>
    sort_key: GeneratedAlways<string>
    version: Generated<number>
  }
  tenants: {
    tenant_id: string
    slug: string
    name: string
    folded_text: GeneratedAlways<string>
    sort_key: GeneratedAlways<string>
    idle_secs: Generated<number>
    idle_readonly: Generated<boolean>
    custom_roles_readonly: Generated<boolean>
    vendor: Generated<boolean>
    allow_pros_access: Generated<boolean>
    allow_pros_change: Generated<boolean>
    deactivated: Generated<boolean>
    deactivated_message: string | null
    banner_message: string | null
    banner_type: 'info' | 'warning' | 'error' | null
    banner_until: Date | null
    announcement: string | null
    announcement_id: string | null
    announcement_until: Date | null
    access_contact: string | null
    usernames_checked_at: Date | null
    created_at: Generated<Date>
  }
  unconfirmed_changes: {
    tenant_id: string
    identity_provider_id: string
    name: string
    enabled: boolean
    config: Json
    secrets: Buffer | null
    secrets_id: string
    prefixes: string[]
    suffixes: string[]
    email_domains: Generated<string[]>
    kept_by: string
    reverts_at: Date
  }
  user_groups: {
    tenant_id: string
    user_id: string
    group_id: string
  }
  username_formats: {
    tenant_id: string
    id: string
    identity_provider_id: string
    type: 'suffix' | 'prefix'
    value: string
  }
  users: {
    tenant_id: string
    id: string
    identity_provider_id: string
    subject: string
    username: string
    username_received: string | null
    name: string
    nickname: string
    email: string | null
    email_verified: boolean | null
    email_verified_of: string | null
    active: Generated<boolean>
    deactivated_at: Date | null
    deactivated_by: string | null
    username_foreign_since: Date | null
    username_holds: Generated<boolean>
    created_at: Generated<Date>
    last_sign_in_at: Date | null
    folded_text: Generated<string>
    sort_key: Generated<string>
    given_name: string | null
    family_name: string | null
    locale: string | null
    updated_at: Generated<Date>
  }
  webhooks: {
    tenant_id: string
    id: string
    url: string
    events: string[]
    actions: string[]
    enabled: boolean
    paused_reason: 'failing' | 'gone' | null
    secret: Buffer
    previous_secret: Buffer | null
    previous_secret_until: Date | null
    version: Generated<number>
    created_at: Generated<Date>
    position: Bigint
    row_id: string
    until_position: Bigint | null
    until_row_id: string | null
    message_id: string | null
    taken_by: string | null
    taken_until: Date | null
    failed_attempts: Generated<number>
    failing_since: Date | null
    next_attempt_at: Date | null
    last_delivered_at: Date | null
    last_failure: string | null
    last_status: number | null
  }
}
