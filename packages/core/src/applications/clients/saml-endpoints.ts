import { endpoint } from '../../kit/http/endpoint.ts'

/** Portico as identity provider of applications that speak SAML: one set of addresses for each tenant (docs/decisions/0108). */
const base = '/saml/{tenantId}'

/** An authentication request of 64 KB, and a logout message of 32 KB, in base64 and percent-encoded. */
const requestFormBytesMax = 262_144
const logoutFormBytesMax = 131_072
const logoutBytesMax = 32_768

/** Public and cacheable: application/samlmetadata+xml. Its address is the entity ID. */
export const applicationSamlMetadata = endpoint({
  name: 'applicationSamlMetadata',
  summary: 'Our SAML metadata as the identity provider of applications',
  method: 'GET',
  path: `${base}/metadata`,
  success: 200,
})

export const applicationSamlRedirect = endpoint({
  name: 'applicationSamlRedirect',
  summary: 'Receive the SAML authentication request of an application by redirect',
  method: 'GET',
  path: `${base}/sso`,
  success: 303,
})

/** It comes from the application's site, without our cookies: the answer leads to `applicationSamlContinue`, which has them. */
export const applicationSamlPost = endpoint({
  name: 'applicationSamlPost',
  summary: 'Receive the SAML authentication request of an application by form post',
  method: 'POST',
  path: `${base}/sso`,
  bodyKind: 'form',
  bodyBytesMax: requestFormBytesMax,
  success: 303,
})

/** A request that was checked before, once the person is signed in: the page that posts the SAML response. */
export const applicationSamlContinue = endpoint({
  name: 'applicationSamlContinue',
  summary: 'Answer the SAML authentication request of an application',
  method: 'GET',
  path: `${base}/continue`,
  success: 303,
})

/** Opens an application by a response that it did not ask for. `clientId`: of its registration. */
export const applicationSamlLaunch = endpoint({
  name: 'applicationSamlLaunch',
  summary: 'Open a SAML application',
  method: 'GET',
  path: `${base}/launch/{clientId}`,
  success: 303,
})

/** A logout request of an application, or its answer to ours. */
export const applicationSamlLogoutRedirect = endpoint({
  name: 'applicationSamlLogoutRedirect',
  summary: 'Receive the SAML logout message of an application by redirect',
  method: 'GET',
  path: `${base}/slo`,
  success: 303,
})

export const applicationSamlLogoutPost = endpoint({
  name: 'applicationSamlLogoutPost',
  summary: 'Receive the SAML logout message of an application by form post',
  method: 'POST',
  path: `${base}/slo`,
  bodyKind: 'form',
  bodyBytesMax: logoutFormBytesMax,
  success: 303,
})

/** A logout request of an application from server to server, in a SOAP envelope; the answer is one too. */
export const applicationSamlLogoutSoap = endpoint({
  name: 'applicationSamlLogoutSoap',
  summary: 'Receive the SAML logout request of an application by SOAP',
  method: 'POST',
  path: `${base}/slo/soap`,
  bodyKind: 'xml',
  bodyBytesMax: logoutBytesMax,
  success: 200,
})
