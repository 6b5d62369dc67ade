/** The German of `server-and-terminal/provider-checks.ts`. */
export const providerChecks = {
  SECRET_TOO_SHORT:
    'Dieses Geheimnis ist für den Signaturalgorithmus zu kurz: HS256 braucht 32 Byte, HS384 48 und HS512 64. Erzeugen Sie beim Anbieter ein längeres oder wählen Sie einen RS-Algorithmus.',
  FORMAT_TAKEN_PARENT: '„{value}“ hat eine Unterdomäne, die ein anderes Unternehmen reserviert hat.',
  EXTENSION_NO_CERTIFICATE: 'Dieser Identitätsanbieter hat kein Zertifikat mit diesem Fingerabdruck.',
} as const
