import type { MetadataReading } from '@portico/core/contract'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { say } from '../../../kit/words/say.ts'
import { listProviderRows } from '../../identity-providers/rows.ts'
import type { Settings } from '../../../kit/settings/settings.ts'
import { listReadings, metadataSource } from './readings.ts'

/** The metadata addresses in effect of the tenant's providers, with the last reading of each. */
export async function showReadings(
  tx: TenantTransaction,
  { metadataRefreshMinutes }: Pick<Settings, 'metadataRefreshMinutes'>,
): Promise<MetadataReading[]> {
  const readings = await listReadings(tx)
  return (await listProviderRows(tx)).flatMap((row) => {
    const source = metadataSource(row)
    if (source === undefined) return []
    const found = readings.get(row.id)
    const reading = found?.url === source.url && found.entity_id === source.entityId ? found : undefined
    const result = reading?.result ?? null
    const isScheduled = row.enabled && metadataRefreshMinutes > 0
    return {
      idp: row.id,
      idpName: row.name,
      url: source.url,
      follows: source.follows,
      triedAt: reading?.tried_at?.toISOString() ?? null,
      readAt: reading?.read_at?.toISOString() ?? null,
      result,
      message: result === null ? null : say(`metadata.${result}`, { detail: reading?.detail ?? '' }),
      nextAt: isScheduled ? (reading?.next_at.toISOString() ?? null) : null,
    }
  })
}
