import type { applicationSamlMetadata } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import { federationKeys, shownCertificates } from '../../providers/federation-keys/keys.ts'
import { notFound } from '../../kit/http/failure.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { buildIdpMetadata } from '../../protocols/saml/index.ts'
import { applicationSamlAddresses } from '../clients/saml-addresses.ts'
import { findSamlTenant } from './parties.ts'

/** GET …/metadata, public: what an application has to know of us. */
export async function answerMetadata({
  deps,
  params,
}: Call<typeof applicationSamlMetadata>): Promise<Answer<undefined>> {
  const text = await visitorScope(deps.database, params.tenantId).transaction(async (tx) => {
    if ((await findSamlTenant(tx)) === undefined) throw notFound()
    const signingCertificates = shownCertificates(await federationKeys(tx, deps)).signing
    return buildIdpMetadata({
      ...applicationSamlAddresses(deps.settings.baseUrl, tx.tenantId),
      signingCertificates,
    })
  })
  return {
    document: { type: 'application/samlmetadata+xml; charset=utf-8', text },
    headers: [['Cache-Control', 'public, max-age=300']],
  }
}
