import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { launchPath } from '../clients/saml-addresses.ts'

/** Where the launcher opens the applications of an environment that speak SAML: signed in, by their ids. */
export async function samlLaunchAddresses(
  tx: TenantTransaction,
  { environmentId, baseUrl }: { readonly environmentId: string; readonly baseUrl: string },
): Promise<ReadonlyMap<string, string>> {
  const { tenantId } = tx
  const clients = await tx.db
    .selectFrom('application_clients')
    .select(['id', 'application_id'])
    .where('tenant_id', '=', tenantId)
    .where('environment_id', '=', environmentId)
    .where('protocol', '=', 'saml')
    .execute()
  return new Map(clients.map(({ id, application_id }) => [application_id, baseUrl + launchPath({ tenantId, id })]))
}
