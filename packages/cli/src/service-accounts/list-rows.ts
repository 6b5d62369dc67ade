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
 * The accounts that a list command prints. The server searches, sorts and filters by name where it can; applications
 * are fetched only if the output shows them.
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
  // Local filtering or sorting needs more rows than are printed.
  const isExact = plan.filters.length === 0 && !ordersHere
  return readRows(
    async ({ cursor, limit }) => {
      const page = await accountPageOf(server, envId, { ...query, cursor, limit: String(isExact ? limit : pageLength) })
      return { ...page, rows: page.rows.filter((row) => passes(plan, row)) }
    },
    { most: ordersHere ? Infinity : most, pageLength },
  )
}

/** The server's sort order, if it supports that of `--sort`. */
function serverSort({ sort }: OutputPlan<ServiceAccountRow>): string | undefined {
  if (sort === undefined || !serviceAccountSorts.some((known) => known === sort.field.name)) return undefined
  return `${sort.isDescending ? '-' : ''}${sort.field.name}`
}

/** A name filter as a server search: it returns a superset, which is still filtered locally. */
function nameFilter({ filters }: OutputPlan<ServiceAccountRow>): string {
  const value = filters.find(({ field }) => field.name === 'name')?.value.trim() ?? ''
  return value.startsWith('!') || value.startsWith('-') || value.length > 200 ? '' : value
}
