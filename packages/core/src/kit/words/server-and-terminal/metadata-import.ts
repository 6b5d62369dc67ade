/** Sentences of administration: what an administrator should know about imported metadata. */
export const metadataImport = {
  'import.METADATA_OVER': 'The metadata has expired. Ask the provider for a newer one.',
  'import.METADATA_NO_CERTIFICATE':
    'The metadata contains no signing certificate. Ask the provider for it: without one no one can sign in.',
  'import.METADATA_CERTIFICATE_UNREADABLE': 'A certificate in the metadata cannot be read and was left out.',
  'import.METADATA_NO_SSO': 'The provider offers no sign-in address with the redirect or POST binding.',
  'import.endsSoon': 'The metadata is valid until {day}. Read it in again before then.',
  'import.moreCertificates':
    'The metadata has {count} signing certificates. The two that are valid longest were used; switch on “Follow the metadata” to trust all of them.',
  'import.certificateExpired': 'A signing certificate in the metadata has expired ({subject}, {day}).',
  'import.certificateWeak':
    'A signing certificate in the metadata is not RSA of {rsaBitsMin} bits or more and was left out.',
  'import.wantsSignedRequests':
    'The provider accepts only signed requests. Ours are signed: give it our metadata before the first sign-in.',
  'import.noSlo': 'The provider offers no single logout: signing out ends the session here, not at the provider.',
  'import.nameIdFormats':
    'The provider offers none of the name ID formats that can be asked for. “Leave out NameIDPolicy” lets it choose.',
  'import.issuerElsewhere':
    'The document names the issuer {issuer}, which is not the address it was read from. The issuer in the document is used.',
  'import.issuerHttp': 'The issuer does not begin with https://.',
  'import.addressesAtSignIn':
    'Addresses and keys are read from the issuer at every sign-in, so their fields may stay empty.',
  'import.addressesFixed':
    'The addresses were filled in from the file. If this server can reach the issuer, clear the fields: Portico then follows changes.',
  'import.noEndSession': 'The provider publishes no sign-out address: signing out ends the session here, not there.',
  'import.noCodeFlow': 'The provider does not advertise the authorization code flow, which Portico needs.',
  'import.noAlgorithm': 'The provider signs ID tokens with {algorithms}, none of which can be verified here.',
  'import.basicMissing':
    'The provider does not accept a client secret, only {methods}. Choose a method under “Token endpoint authentication”.',
  'import.directory': 'This is the directory with the tenant ID {tenantId}.',
} as const
