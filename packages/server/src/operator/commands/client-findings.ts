import { ClientConfig, expiringDays } from '@portico/core/contract'
import * as v from 'valibot'

import { lastBaseUrl } from '../../app/base-url.ts'
import { certificatesOf } from '../../applications/clients/certificates.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { listTenants } from '../../tenant/tenants/queries.ts'
import type { Finding } from './finding.ts'

const dayMs = 86_400_000

/**
 * Registered applications of all tenants whose signing certificate expires within 60 days or has expired, and those that people
 * return to without TLS. A server that is itself reached without TLS is one to try things with: its addresses are not named.
 */
export async function clientFindings(database: Database, nowMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const isTrial = (await lastBaseUrl(database))?.startsWith('http:') === true
  for (const { id, slug } of await listTenants(database)) {
    const rows = await tenantScope(database, id).transaction((tx) =>
      tx.db
        .selectFrom('application_clients as c')
        .innerJoin('applications as a', (join) =>
          join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.application_id'),
        )
        .innerJoin('environments as e', (join) =>
          join.onRef('e.tenant_id', '=', 'c.tenant_id').onRef('e.id', '=', 'c.environment_id'),
        )
        .select(['a.slug as application', 'e.slug as environment', 'c.config'])
        .where('c.tenant_id', '=', tx.tenantId)
        .orderBy('a.slug')
        .orderBy('e.slug')
        .execute(),
    )
    for (const { application, environment, config } of rows)
      for (const detail of detailsOf(v.parse(ClientConfig, config), { nowMs, isTrial }))
        findings.push({
          check: 'application',
          state: 'warning',
          detail: `${slug}, ${application} in ${environment}: ${detail}`,
        })
  }
  return findings
}

function detailsOf(config: ClientConfig, { nowMs, isTrial }: { nowMs: number; isTrial: boolean }): string[] {
  const addresses = config.protocol === 'openid' ? config.redirectUris : config.acsUrls
  return [
    ...certificatesOf(config).flatMap(({ notAfter }) => {
      const daysLeft = notAfter === null ? Infinity : Math.floor((Date.parse(notAfter) - nowMs) / dayMs)
      if (notAfter === null || daysLeft > expiringDays) return []
      const day = notAfter.slice(0, 10)
      return [
        daysLeft < 0
          ? `its signing certificate expired on ${day}`
          : `its signing certificate: ${daysLeft} days left, until ${day}`,
      ]
    }),
    ...(isTrial ? [] : addresses.filter((one) => one.startsWith('http:')).map((one) => `${one} is not https`)),
  ]
}
