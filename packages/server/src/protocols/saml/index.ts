/**
 * SAML 2.0 as a relying party, and as the identity provider of applications, without effects: no network, no database,
 * no clock. It reports the result of each check through `Checks`, in the order of core's signInChecks.
 */
export * from './types.ts'
export { buildAuthnRequest } from './requests/authn-request.ts'
export { issuerOf, type OpenedMessage } from './opened.ts'
export { openAuthnRequest, readAuthnRequest, type SamlAuthnRequest } from './requests/read-authn-request.ts'
export {
  buildLoginResponse,
  buildStatusResponse,
  type AssertedPerson,
  type RefusalStatus,
} from './response/build-response.ts'
export type { AssertionEncryption } from './response/encrypt.ts'
export { inResponseToOf, openResponse, readResponse } from './response/read-response.ts'
export { openLogout } from './logout/read-message.ts'
export { buildLogoutRequest, buildSoapLogoutRequest, readLogoutRequest } from './logout/logout-request.ts'
export { buildLogoutResponse, buildSoapLogoutResponse, readLogoutResponse } from './logout/logout-response.ts'
export { soapFault, soapHeaders, soapMediaType } from './logout/soap.ts'
export { buildIdpMetadata } from './metadata/idp-descriptor.ts'
export { buildSpMetadata } from './metadata/sp-metadata.ts'
export { readIdpMetadata, type IdpEntity, type MetadataWarning } from './metadata/idp-metadata.ts'
export { readAnswer, readProviders, type ReadProviders } from './metadata/read-answer.ts'
export { readSpMetadata, type SpEntity } from './metadata/read-sp-metadata.ts'
export type { XmlSource } from './xml/source.ts'
