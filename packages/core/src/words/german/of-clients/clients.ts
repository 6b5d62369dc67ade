/** The German of `of-clients/clients.ts`. */
export const clients = {
  CLIENT_ADDRESS: 'Geben Sie eine https-Adresse ein. http ist nur für localhost erlaubt, ein Teil nach # gar nicht.',
  CLIENT_ADDRESSES_TOO_MANY: 'Es sind zu viele Adressen. Entfernen Sie einige.',
  CLIENT_ADDRESS_TWICE: 'Eine Adresse ist mehrfach aufgeführt.',
  CLIENT_KEYS_TOO_MANY: 'Geben Sie höchstens den aktuellen Schlüssel oder das aktuelle Zertifikat und das nächste ein.',
  CLIENT_REDIRECT_REQUIRED: 'Geben Sie mindestens eine Adresse ein, zu der Personen zurückkehren.',
  CLIENT_KEYS_TWO_SOURCES: 'Geben Sie öffentliche Schlüssel oder die Adresse eines Schlüsselsatzes ein, nicht beides.',
  CLIENT_KEY_REQUIRED: 'private_key_jwt erfordert einen öffentlichen Schlüssel oder die Adresse eines Schlüsselsatzes.',
  CLIENT_KEY_TWICE: 'Ein Schlüssel oder Zertifikat ist mehrfach aufgeführt.',
  CLIENT_CERTIFICATE_REQUIRED: 'Signierte Anfragen erfordern ein Signaturzertifikat des Service Providers.',
  CLIENT_NOT_CERTIFICATE: 'Geben Sie ein X.509-Zertifikat im PEM-Format ein, nicht nur einen öffentlichen Schlüssel.',
  CLIENT_ENTITY_ID_TAKEN: 'Eine andere Registrierung dieses Mandanten hat diese Entity-ID.',
  CLIENT_NO_SECRET:
    'Diese Registrierung hat kein Client-Geheimnis: Die Anwendung authentifiziert sich auf andere Weise.',
  CLIENT_OF_PORTAL: 'Beim Portal selbst meldet Portico Personen an. Registrieren Sie eine andere Anwendung.',
} as const
