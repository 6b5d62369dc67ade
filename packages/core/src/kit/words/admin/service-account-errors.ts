/** What can be wrong with a service account or an uploaded file (spec section 5). */
export const serviceAccountErrors = {
  SERVICE_ACCOUNT_NAME_REQUIRED: 'Enter a name for the service account.',
  SERVICE_ACCOUNT_NAME_TOO_LONG: 'A service account name may have at most {nameLengthMax} characters.',
  SERVICE_ACCOUNT_NAME_CHARACTERS: 'A name must not contain control characters.',
  KEY_TOO_LONG: 'A public key may have at most {keyLengthMax} characters.',
  KEY_ALGORITHM: 'The algorithm of a key must be RSA.',
  KEY_REQUIRED: 'Add at least one public key in PEM format.',
  KEY_NOT_PEM: 'This is not a public key in PEM format.',
  KEY_PRIVATE: 'This is a private key. Keep it secret, and give the public key that belongs to it.',
  KEY_NOT_RSA: 'This key is not an RSA key. Portico accepts RSA public keys of {rsaBitsMin} bits or more.',
  KEY_TOO_SMALL: 'This RSA key is too small. Portico accepts RSA public keys of {rsaBitsMin} bits or more.',
  KEY_TOO_BIG: 'This RSA key is too big. Portico accepts RSA public keys of up to {rsaBitsMax} bits.',
  KEY_EXPONENT: 'This RSA key has an unsafe exponent. Make a key with the exponent 65537.',
  KEY_TWICE: 'Both keys are the same. Give two different keys, or leave one empty.',
  KEY_UNREADABLE: 'This key cannot be read. Check that it was copied whole.',
  DEPENDENCY_UNKNOWN: 'This application or role does not exist in the environment.',
  DEPENDENCY_TWICE: 'This application and role is listed more than once.',
  FILE_REQUIRED: 'Choose a file first.',
  FILE_TOO_LARGE: 'A file may have at most {fileBytesMax} bytes.',
  FILE_UNREADABLE: 'This file contains no certificate or public key. Choose a file in PEM or DER format.',
  FILE_PRIVATE:
    'This file holds a private key. Keep it secret, and choose the certificate or public key that belongs to it.',
} as const
