/** Sentences of administration: how the last reading of a provider's metadata ended. */
export const metadataReadings = {
  'metadata.unchanged': 'The metadata lists no certificate that is new here.',
  'metadata.changed': 'The certificates were updated from the metadata.',
  'metadata.new':
    'The metadata lists a certificate that is not stored here: {detail}. Refresh to accept it, or switch on “Follow the metadata”.',
  'metadata.full':
    'The metadata lists a certificate that is not stored here: {detail}. Both slots are in use; retire one of them first.',
  'metadata.waiting':
    'The metadata no longer lists one of the certificates. It can be retired once another listed certificate has verified a sign-in.',
  'metadata.unreachable': 'The metadata could not be read: {detail}',
  'metadata.unreadable': 'The answer is not SAML metadata: {detail}',
  'metadata.other-entity': 'The metadata does not describe the entity ID of this provider. It describes: {detail}',
  'metadata.over': 'The metadata expired on {detail}. Portico did not use it.',
  'metadata.no-certificate': 'The metadata lists no certificate that can be used. Nothing was changed.',
} as const
