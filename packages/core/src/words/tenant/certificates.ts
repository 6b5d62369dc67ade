/** Sentences of administration, loaded with its screens: certificates. */
export const certificates = {
  CERTIFICATE_REQUIRED: 'Add at least one signing certificate in PEM format.',
  CERTIFICATE_TWICE: 'Both slots hold the same certificate. Leave the second one empty.',
  CERTIFICATE_PRIVATE: 'This is a private key. Keep it secret, and give the certificate that belongs to it.',
  CERTIFICATE_NOT_PEM: 'This is not a certificate in PEM format.',
  CERTIFICATE_UNREADABLE: 'This certificate cannot be read.',
  CERTIFICATE_WEAK: 'The key of this certificate is not RSA of {rsaBitsMin} bits or more.',
  EXTENSION_NOT_EXPIRED: 'This certificate has not expired.',
  EXTENSION_USED:
    'The 72 extra hours of this certificate were authorised before. Ask the provider for its new certificate.',
  'certificate.extended': 'The certificate is accepted for 72 more hours. Ask the provider for its new one today.',
} as const
