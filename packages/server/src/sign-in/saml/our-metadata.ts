import { samlTypes, type samlMetadata } from '@portico/core/contract'

import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { federationKeys, shownCertificates } from '../../providers/federation-keys/keys.ts'
import { notFound } from '../../kit/http/failure.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { findAnyProviderTenant } from '../../providers/identity-providers/queries.ts'
import { buildSpMetadata } from '../../protocols/saml/index.ts'
import { samlAddresses } from '../addresses/saml.ts'

/** GET …/saml/metadata, public: needed to set up a disabled provider too. */
export async function answerMetadata(call: Call<typeof samlMetadata>): Promise<Answer<undefined>> {
  const { deps, params } = call
  const tenantId = await findAnyProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) throw notFound()
  const text = await tenantScope(deps.database, tenantId).transaction((tx) => metadataXml(tx, deps, params.idpId))
  if (text === null) throw notFound()
  return {
    document: { type: 'application/samlmetadata+xml; charset=utf-8', text },
    headers: [['Cache-Control', 'public, max-age=300']],
  }
}

/** Our metadata for one provider of the transaction's tenant; null when it does not exist or is not a SAML provider. */
export async function metadataXml(
  tx: TenantTransaction,
  deps: Pick<Deps, 'secrets' | 'settings' | 'clock'>,
  providerId: string,
): Promise<string | null> {
  const provider = await tx.db
    .selectFrom('identity_providers')
    .select(['type', 'config'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', providerId)
    .executeTakeFirst()
  if (!samlTypes.some((type) => type === provider?.type)) return null
  return metadataXmlFor(tx, deps, { id: providerId, type: provider?.type ?? '', config: provider?.config ?? {} })
}

/**
 * The same for a SAML provider that may not be saved yet. ADFS encrypts with AES-CBC as soon as it has an encryption key,
 * so the key is only included where that is allowed.
 */
export async function metadataXmlFor(
  tx: TenantTransaction,
  deps: Pick<Deps, 'secrets' | 'settings' | 'clock'>,
  provider: { readonly id: string; readonly type: string; readonly config?: Readonly<Record<string, unknown>> },
): Promise<string> {
  const encrypts = provider.type !== 'ADFS_SAML' || provider.config?.['allowCbcWhenSigned'] === true
  const keys = shownCertificates(await federationKeys(tx, deps))
  const { entityId, acsUrl, sloUrl } = samlAddresses(deps.settings.baseUrl, { tenantId: tx.tenantId, id: provider.id })
  return buildSpMetadata({
    entityId,
    acsUrl,
    sloUrl,
    signingCertificates: keys.signing,
    encryptionCertificates: encrypts ? keys.encryption : [],
  })
}
