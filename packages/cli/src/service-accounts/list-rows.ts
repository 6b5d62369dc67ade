import {
  serviceAccountQuery,
  serviceAccountSorts,
  type ListedServiceAccount,
  type ServiceAccountRow,
} from '@portico/core'

import type { Server } from '../context/context.ts'
import { needsField, type OutputPlan } from '../output/plan.ts'
import { passes } from '../output/select.ts'
import { accountPageOf, readRows } from './find.ts'

export type Wanted = { readonly search: string; readonly most: number }

/** Rows of a page: a thousand with their keys and applications are about 1 MB. */
const pageLength = 1000

/**
 * The accounts a list command prints. Search, order and filters by name are left to the server where it can do them;
 * applications come with their accounts, and only where the output shows them.
 */
export async function listedAccounts(
  plan: OutputPlan<ServiceAccountRow>,
  { search, most }: Wanted,
  server: Server,
  envId: string,
): Promise<readonly ListedServiceAccount[]> {
  const sort = serverSort(plan)
  const query = {
    ...serviceAccountQuery({ search: search === '' ? nameFilter(plan) : search, sort: sort ?? '' }),
    ...(needsField(plan, 'dependencies') ? { include: 'dependencies' as const } : {}),
  }
  const ordersHere = plan.sort !== undefined && sort === undefined
  // Where rows are chosen or ordered here, more are read than are printed.
  const isExact = plan.filters.length === 0 && !ordersHere
  return readRows(
    async ({ cursor, limit }) => {
      const page = await accountPageOf(server, envId, { ...query, cursor, limit: String(isExact ? limit : pageLength) })
      return { ...page, rows: page.rows.filter((row) => passes(plan, row)) }
    },
    { most: ordersHere ? Infinity : most, pageLength },
  )
}

/** The order of the server, where `--sort` names one that it knows. */
function serverSort({ sort }: OutputPlan<ServiceAccountRow>): string | undefined {
  if (sort === undefined || !serviceAccountSorts.some((known) => known === sort.field.name)) return undefined
  return `${sort.isDescending ? '-' : ''}${sort.field.name}`
}

/** A filter by name as a search: it lets through all that the filter does, and the filter still decides. */
function nameFilter({ filters }: OutputPlan<ServiceAccountRow>): string {
  const value = filters.find(({ field }) => field.name === 'name')?.value.trim() ?? ''
  return value.startsWith('!') || value.startsWith('-') || value.length > 200 ? '' : value
}
