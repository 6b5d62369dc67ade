/** Sentences of administration, loaded with its screens: certificates. */
export const certificates = {
  CERTIFICATE_REQUIRED: 'Add at least one signing certificate in PEM format.',
  CERTIFICATE_LAST:
    'This is the only signing certificate in effect. Add the new certificate and keep the change first.',
  CERTIFICATE_REVERTS:
    'A change that waits for a confirmation would revert to only this certificate. Confirm the change by a sign-in, or revert it, then retire the certificate.',
  CERTIFICATE_TWICE: 'Both slots hold the same certificate. Leave the second one empty.',
  CERTIFICATE_PRIVATE: 'This is a private key. Keep it secret, and give the certificate that belongs to it.',
  CERTIFICATE_NOT_PEM: 'This is not a certificate in PEM format.',
  CERTIFICATE_UNREADABLE: 'This certificate cannot be read.',
  CERTIFICATE_WEAK: 'The key of this certificate is not RSA of {rsaBitsMin} bits or more.',
  EXTENSION_NOT_EXPIRED: 'This certificate has not expired.',
  EXTENSION_USED:
    'The 72 extra hours of this certificate were authorised before. Ask the provider for its new certificate.',
  'certificate.extended': 'The certificate is accepted for 72 more hours. Ask the provider for its new one today.',
  'certificate.retired': 'The certificate was retired. Sign-ins are now verified with the other one.',
  'certificate.retire': 'Retire',
  'certificate.retireTitle': 'Retire this certificate?',
  'certificate.retireMessage':
    'Sign-ins that the provider signs with this certificate will fail at once. The other certificate stays in effect.',
  'certificate.refresh': 'Refresh now',
  'certificate.inEffect': 'Certificates in effect',
  'certificate.slot': 'Signing certificate {slot}',
  'certificate.proven': 'Proven by a sign-in on {date}',
  'certificate.unproven': 'It has not verified a sign-in yet',
  'certificate.notListed': 'The metadata no longer lists it',
  'certificate.notRead': 'The metadata has not been read yet.',
} as const
