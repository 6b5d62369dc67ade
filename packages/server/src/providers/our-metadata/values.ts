import {
  familyOf,
  nameIdFormats,
  nameIdFormatUrns,
  type IdentityProviderType,
  type OurMetadata,
  type WordId,
} from '@portico/core/contract'

import { redirectUri } from '../../sign-in/addresses/oidc.ts'
import { samlAddresses, samlEntityId } from '../../sign-in/addresses/saml.ts'
import { say } from '../../kit/words/say.ts'

type Values = OurMetadata['values']
type Provider = { readonly tenantId: string; readonly id: string; readonly type: IdentityProviderType }

/** What holds for every provider of the tenant. */
export function tenantValues(type: OurMetadata['type'], baseUrl: string, tenantId: string): Values {
  if (type === 'oidc') return labelled({ homeUrl: `${baseUrl}/login` })
  return labelled({
    entityId: samlEntityId(baseUrl, tenantId),
    nameIdFormats: nameIdFormats.map((format) => nameIdFormatUrns[format]).join(' '),
  })
}

/** The addresses that are one provider's own (mix-up defence); undefined: it speaks otherwise. */
export function providerValues(type: OurMetadata['type'], baseUrl: string, provider: Provider): Values | undefined {
  const family = familyOf(provider.type)
  if ((type === 'saml2') !== (family === 'saml')) return undefined
  const own = `${baseUrl}/api/login/idps/${provider.id}`
  if (family === 'saml') {
    const { entityId, acsUrl, sloUrl, metadataUrl } = samlAddresses(baseUrl, provider)
    return labelled({ metadataUrl, entityId, acsUrl, sloUrl, startUrl: `${own}/initiate` })
  }
  return labelled({
    redirectUri: redirectUri(baseUrl, provider.id),
    postLogoutRedirectUri: `${own}/oidc/signed-out`,
    // Azure AD calls only the front channel; for an OpenID provider that supports both, the back channel is more reliable.
    ...(family === 'oidc' ? { backChannelLogoutUri: `${own}/oidc/back-channel-logout` } : {}),
    frontChannelLogoutUrl: `${own}/oidc/front-channel-logout`,
    ...(family === 'oidc' ? { jwksUri: `${own}/oidc/jwks` } : {}),
    initiateLoginUri: `${own}/initiate`,
  })
}

function labelled(values: Readonly<Record<string, string>>): Values {
  return Object.entries(values).map(([name, value]) => ({ name, label: say(`our.${name}` as WordId), value }))
}
