import { getOurMetadata, metadataTypes, type OurMetadata } from '@portico/core/contract'

import { federationKeys } from '../federation-keys/keys.ts'
import { shownKey } from '../federation-keys/routes.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { listProviderRows } from '../identity-providers/rows.ts'
import { metadataXml } from '../../sign-in/saml/our-metadata.ts'
import { providerValues, tenantValues } from './values.ts'

export const ourMetadataRoutes = [
  // With `idp` only about that provider, and for SAML with its XML.
  route(getOurMetadata, ['admin', 'support-reading', 'recovery'], async ({ tx, params, query, deps }) => {
    const type = metadataTypes.find((one) => one === params.type)
    if (type === undefined) throw notFound()
    const { baseUrl } = deps.settings
    const rows = await listProviderRows(tx)
    const providers = rows
      .filter((row) => query.idp === undefined || row.id === query.idp)
      .flatMap((row) => {
        const values = providerValues(type, baseUrl, { tenantId: row.tenant_id, id: row.id, type: row.type })
        return values === undefined ? [] : [{ id: row.id, name: row.name, values }]
      })
    if (query.idp !== undefined && (!isUuid(query.idp) || providers.length === 0)) throw notFound()
    const saml = type === 'saml2'
    const value: OurMetadata = {
      type,
      values: tenantValues(type, baseUrl, tx.tenantId),
      providers,
      keys: saml ? (await federationKeys(tx, deps)).map(shownKey) : [],
      xml: saml && query.idp !== undefined ? await metadataXml(tx, deps, query.idp) : null,
    }
    return { value }
  }),
]
