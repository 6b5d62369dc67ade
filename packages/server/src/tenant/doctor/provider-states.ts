import { providerStates, type DoctorFacts, type Expiries, type ProviderState } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

type Given = {
  readonly providers: Expiries['providers']
  readonly conflicts: DoctorFacts['formatConflicts']['rows']
  readonly nowMs: number
}

/** Why identity providers need attention, apart from what expires. What `conflicts` report of a disabled provider is not repeated. */
export async function readProviderStates(
  tx: TenantTransaction,
  { providers, conflicts, nowMs }: Given,
): Promise<ProviderState[]> {
  const rest = new Map((await readRest(tx)).map((row) => [row.id, row]))
  const takenOver = new Set(conflicts.flatMap(({ kind, format }) => (kind === 'off' ? format : [])))
  const states = providers.flatMap((provider) => {
    const found = rest.get(provider.id)
    if (found === undefined) return []
    const suffixes = found.suffixes.filter((suffix) => !takenOver.has(`@${suffix}`))
    return providerStates({ ...provider, ...found, suffixes }, nowMs)
  })
  return [...states, ...(await readDrafts(tx))]
}

/** Drafts that wait to be tested and kept, also of providers that were never in effect. */
async function readDrafts(tx: TenantTransaction): Promise<ProviderState[]> {
  const { rows } = await sql<{ id: string; name: string; primary: boolean; from: string }>`
    select p.id, d.name, p.is_primary as "primary", to_json(d.changed_at) as "from"
      from identity_provider_drafts d
      join identity_providers p on p.tenant_id = d.tenant_id and p.id = d.identity_provider_id
     where d.tenant_id = ${tx.tenantId}
     order by d.changed_at, p.id`.execute(tx.db)
  return rows.map((row) => ({ ...row, state: 'draft', formats: 0, what: null }))
}

type Rest = {
  readonly id: string
  readonly primary: boolean
  readonly pendingSwitch: boolean
  readonly prefixes: string[]
  readonly suffixes: string[]
}

async function readRest(tx: TenantTransaction): Promise<readonly Rest[]> {
  const { rows } = await sql<Rest>`
    select p.id, p.is_primary as "primary", coalesce(w.identity_provider_id = p.id, false) as "pendingSwitch",
           array(select f.value from username_formats f
                  where f.tenant_id = p.tenant_id and f.identity_provider_id = p.id and f.type = 'prefix') as prefixes,
           array(select f.value from username_formats f
                  where f.tenant_id = p.tenant_id and f.identity_provider_id = p.id and f.type = 'suffix') as suffixes
      from identity_providers p
      left join primary_switches w on w.tenant_id = p.tenant_id
     where p.tenant_id = ${tx.tenantId}`.execute(tx.db)
  return rows
}
