/** The unsigned SAML metadata of identity providers; several are in one document, as in a federation. */
export function samlMetadata(...entityIds: readonly string[]): string {
  const namespaces = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"'
  const entities = entityIds.map((entityId) => entity(entityId, entityIds.length === 1 ? namespaces : ''))
  return entityIds.length === 1
    ? entities.join('')
    : `<md:EntitiesDescriptor ${namespaces}>${entities.join('')}</md:EntitiesDescriptor>`
}

function entity(entityId: string, namespaces: string): string {
  const binding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
  const signOn = `<md:SingleSignOnService Binding="${binding}" Location="https://login.example.com/sso"/>`
  return `<md:EntityDescriptor ${namespaces} entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${signOn}</md:IDPSSODescriptor>
  </md:EntityDescriptor>`
}
