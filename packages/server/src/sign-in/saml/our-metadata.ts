import { samlTypes, type samlMetadata } from '@portico/core/contract'

import { tenantScope, type TenantTransaction } from '../../database/tenant-scope.ts'
import type { Deps } from '../../deps.ts'
import { federationKeys, shownCertificates } from '../../federation-keys/keys.ts'
import { notFound } from '../../http/failure.ts'
import type { Answer, Call } from '../../http/route.ts'
import { findAnyProviderTenant } from '../../identity-providers/queries.ts'
import { buildSpMetadata } from '../../saml/index.ts'
import { samlAddresses } from './addresses.ts'

/** GET …/saml/metadata, for everybody: a provider that is switched off is set up with it too. */
export async function answerMetadata(call: Call<typeof samlMetadata>): Promise<Answer<undefined>> {
  const { deps, params } = call
  const tenantId = await findAnyProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) throw notFound()
  const text = await tenantScope(deps.database, tenantId).transaction(async (tx) => {
    const provider = await tx.db
      .selectFrom('identity_providers')
      .select('type')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', params.idpId)
      .executeTakeFirst()
    if (!samlTypes.some((type) => type === provider?.type)) throw notFound()
    return metadataXml(tx, deps, params.idpId)
  })
  return {
    document: { type: 'application/samlmetadata+xml', text },
    headers: [['Cache-Control', 'public, max-age=300']],
  }
}

/** Our metadata for one SAML provider of the transaction's tenant. */
export async function metadataXml(
  tx: TenantTransaction,
  deps: Pick<Deps, 'secrets' | 'settings' | 'clock'>,
  providerId: string,
): Promise<string> {
  const keys = shownCertificates(await federationKeys(tx, deps))
  const { entityId, acsUrl, sloUrl } = samlAddresses(deps.settings.baseUrl, { tenantId: tx.tenantId, id: providerId })
  return buildSpMetadata({
    entityId,
    acsUrl,
    sloUrl,
    signingCertificates: keys.signing,
    encryptionCertificates: keys.encryption,
  })
}
