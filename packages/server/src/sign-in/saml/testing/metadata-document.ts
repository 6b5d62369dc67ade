import { metadataLengthMax } from '@portico/core/contract'

/** Metadata of a SAML provider (metadata 2.4.3) with these signing certificates in PEM. `attributes`: more of the entity. */
export function metadataDocument(
  entityId: string,
  certificates: readonly string[],
  { attributes = '', use = ' use="signing"' }: { readonly attributes?: string; readonly use?: string } = {},
): string {
  const keys = certificates.map((pem) => {
    const base64 = pem.replace(/-----[A-Z ]+-----|\s/g, '')
    return `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  })
  return (
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"${attributes}>` +
    `<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}` +
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.acme.example/sso"/>` +
    `</md:IDPSSODescriptor></md:EntityDescriptor>`
  )
}

/** A federation's document, longer than what is parsed whole. `attributes`: of the group around the entities. */
export function aggregate(...entities: readonly string[]): string
export function aggregate(options: { readonly attributes: string }, ...entities: readonly string[]): string
export function aggregate(first: string | { readonly attributes: string } = '', ...others: readonly string[]): string {
  const [attributes, entities] = typeof first === 'string' ? ['', [first, ...others]] : [` ${first.attributes}`, others]
  const long = `<!-- ${'x'.repeat(metadataLengthMax)} -->`
  return `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"${attributes}>${long}${entities.join('')}</md:EntitiesDescriptor>`
}
