import { getOurMetadata, metadataTypes, type IdentityProviderType, type OurMetadata } from '@portico/core/contract'

import { federationKeys } from '../federation-keys/keys.ts'
import { shownKey } from '../federation-keys/routes.ts'
import { notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { idOfCreation, isCreationKey } from '../../kit/http/idempotency.ts'
import { isUuid } from '../../kit/identifiers.ts'
import { listProviderRows } from '../identity-providers/rows.ts'
import { metadataXml, metadataXmlFor } from '../../sign-in/saml/our-metadata.ts'
import { providerValues, tenantValues } from './values.ts'

export const ourMetadataRoutes = [
  // With `idp` only about that provider, and for SAML with its XML; with `creation` the same for one that will be created.
  route(getOurMetadata, ['admin', 'support-reading', 'recovery'], async ({ tx, params, query, deps }) => {
    const type = metadataTypes.find((one) => one === params.type)
    if (type === undefined) throw notFound()
    const { baseUrl } = deps.settings
    const asked = plannedProvider(tx.tenantId, query)
    const rows = asked === undefined ? await listProviderRows(tx) : [asked]
    const providers = rows
      .filter((row) => query.idp === undefined || row.id === query.idp)
      .flatMap((row) => {
        const values = providerValues(type, baseUrl, { tenantId: tx.tenantId, id: row.id, type: row.type })
        return values === undefined ? [] : [{ id: row.id, name: row.name, values }]
      })
    if (query.idp !== undefined && (!isUuid(query.idp) || providers.length === 0)) throw notFound()
    const saml = type === 'saml2'
    const xmlOf = async () => {
      if (query.idp !== undefined) return metadataXml(tx, deps, query.idp)
      return asked === undefined || providers.length === 0 ? null : metadataXmlFor(tx, deps, asked)
    }
    const value: OurMetadata = {
      type,
      values: tenantValues(type, baseUrl, tx.tenantId),
      providers,
      keys: saml ? (await federationKeys(tx, deps)).map(shownKey) : [],
      xml: saml ? await xmlOf() : null,
    }
    return { value }
  }),
]

type Query = { readonly creation?: string | undefined; readonly idpType?: IdentityProviderType | undefined }

/** The provider that a creation with this key would make. */
function plannedProvider(tenantId: string, { creation, idpType }: Query) {
  if (creation === undefined || idpType === undefined || !isCreationKey(creation)) return undefined
  return { id: idOfCreation(tenantId, 'identity-provider', creation), name: '', type: idpType }
}
