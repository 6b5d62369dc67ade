import { serviceAccountList, type ListedServiceAccount, type ServiceAccountRow } from '@portico/core'

import type { Server } from '../../kit/context/context.ts'
import { readRows } from '../../kit/context/read-rows.ts'
import { needsField, type OutputPlan } from '../../kit/output/plan.ts'

export type Wanted = { readonly search: string; readonly most: number }

/** The accounts that a list command prints; applications are read only if the output shows them. */
export function listedAccounts(
  plan: OutputPlan<ServiceAccountRow>,
  { search, most }: Wanted,
  server: Server,
  envId: string,
): Promise<readonly ListedServiceAccount[]> {
  return readRows(server, serviceAccountList, {
    scope: envId,
    search: search === '' ? nameFilter(plan) : search,
    filter: ['dependencies', 'applications'].some((name) => needsField(plan, name)) ? { include: 'dependencies' } : {},
    filters: plan.filters,
    sort: plan.sort,
    most,
  })
}

/** A name filter as a server search: it returns a superset, which is still filtered locally. */
function nameFilter({ filters }: OutputPlan<ServiceAccountRow>): string {
  const value = filters.find(({ field }) => field.name === 'name')?.value.trim() ?? ''
  return value.startsWith('!') || value.startsWith('-') || value.length > 200 ? '' : value
}
