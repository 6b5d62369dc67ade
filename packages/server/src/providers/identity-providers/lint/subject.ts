import { familyOf, type IdentityProviderInput } from '@portico/core/contract'
import { sql } from 'kysely'

import { isMapped } from '../../../access/grants/grants.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { invalid } from '../../../kit/http/failure.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { createAddressRules } from '../../../kit/outbound/provider-addresses.ts'
import { listFormats } from '../../username-formats/save.ts'
import { checkProviderInput } from '../check-input.ts'
import { passedTest } from '../drafts/passed-test.ts'
import { readConfigurations } from '../drafts/working-copy.ts'
import { openSecrets, providerOf, type IdentityProvider } from '../queries.ts'
import { listProviderRows, type ProviderRow } from '../rows.ts'
import { mergedSecrets } from '../secret-names.ts'
import type { LintSubject } from './finding.ts'

/** A saved provider with what surrounds it. */
export async function savedSubject(tx: TenantTransaction, row: ProviderRow, deps: Deps): Promise<LintSubject> {
  const { working } = await readConfigurations(tx, row)
  return {
    provider: providerOf(working.row, deps.secrets),
    enabled: working.row.enabled,
    formats: working.formats,
    hasMappedGroups: await hasMappedGroups(tx, row.id),
    others: (await listProviderRows(tx)).filter((one) => one.id !== row.id && sameFamily(one, row)),
    extendedUntil: await readExtensions(tx, row.id),
    tested: await passedTest(tx, row.id, { fingerprint: working.fingerprint, box: deps.secrets }),
    nowMs: deps.clock.now(),
  }
}

/**
 * Unsaved input. A stored provider with the same name is the one being changed: its secrets and
 * context count. Secrets that are stored elsewhere do not count as missing.
 */
export async function draftSubject(
  tx: TenantTransaction,
  body: IdentityProviderInput,
  deps: Deps,
): Promise<LintSubject> {
  const rows = await listProviderRows(tx)
  const row = rows.find((one) => one.name.toLowerCase() === body.name.toLowerCase() && one.type === body.type)
  const stored = row === undefined ? {} : openSecrets(row, deps.secrets)
  const checked = checkProviderInput(body, stored, createAddressRules(deps.settings))
  const broken = Array.isArray(checked) ? checked.filter((one) => one.errorID !== 'SECRET_REQUIRED') : []
  if (broken.length > 0) throw invalid(broken, 'identity-provider')
  const provider = {
    tenantId: tx.tenantId,
    // Separate, so that nothing cached for another provider counts for it.
    id: uuidv7(deps.clock.now()),
    name: body.name,
    configVersion: 0,
    isPrimary: row?.is_primary ?? false,
    type: body.type,
    family: familyOf(body.type),
    config: body.config,
    secrets: mergedSecrets(body, stored),
  } as IdentityProvider
  return {
    provider,
    enabled: body.enabled,
    formats: row && (await listFormats(tx, row.id)),
    hasMappedGroups: row && (await hasMappedGroups(tx, row.id)),
    others: rows.filter((one) => one.id !== row?.id && sameFamily(one, body)),
    extendedUntil: row === undefined ? new Map() : await readExtensions(tx, row.id),
    tested: undefined,
    nowMs: deps.clock.now(),
  }
}

function sameFamily(a: Pick<ProviderRow, 'type'>, b: Pick<ProviderRow, 'type'>): boolean {
  return familyOf(a.type) === familyOf(b.type)
}

async function hasMappedGroups(tx: TenantTransaction, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ mapped: boolean }>`
    select exists (
      select from groups g
       where g.tenant_id = ${tx.tenantId} and g.identity_provider_id = ${providerId}
         and ${isMapped(tx)}
    ) as mapped`.execute(tx.db)
  return rows[0]?.mapped === true
}

async function readExtensions(tx: TenantTransaction, providerId: string): Promise<Map<string, Date>> {
  const rows = await tx.db
    .selectFrom('certificate_extensions')
    .select(['fingerprint', 'extended_until'])
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .execute()
  return new Map(rows.map((row) => [row.fingerprint, row.extended_until]))
}
