/** The German of `server-and-terminal/metadata-import.ts`. */
export const metadataImport = {
  'import.METADATA_NO_PROVIDER':
    'Das Dokument beschreibt keinen Identitätsanbieter. Es sind vielleicht die Metadaten einer Anwendung: Fordern Sie die des Identitätsanbieters an.',
  'import.METADATA_OVER': 'Die Metadaten sind abgelaufen. Fordern Sie beim Anbieter neuere an.',
  'import.METADATA_NO_CERTIFICATE':
    'Die Metadaten enthalten kein Signaturzertifikat. Fordern Sie es beim Anbieter an: Ohne dieses kann sich niemand anmelden.',
  'import.METADATA_CERTIFICATE_UNREADABLE': 'Ein Zertifikat in den Metadaten ist nicht lesbar und wurde ausgelassen.',
  'import.METADATA_NO_SSO': 'Der Anbieter bietet keine Anmeldeadresse mit dem Redirect- oder POST-Binding an.',
  'import.endsSoon': 'Die Metadaten gelten bis {day}. Lesen Sie sie vorher neu ein.',
  'import.moreCertificates':
    'Die Metadaten haben {count} Signaturzertifikate. Verwendet wurden die beiden, die am längsten gelten; schalten Sie „Metadaten folgen“ ein, um allen zu vertrauen.',
  'import.certificateExpired': 'Ein Signaturzertifikat in den Metadaten ist abgelaufen ({subject}, {day}).',
  'import.certificateWeak':
    'Ein Signaturzertifikat in den Metadaten hat keinen RSA-Schlüssel mit mindestens {rsaBitsMin} Bit und wurde ausgelassen.',
  'import.wantsSignedRequests':
    'Der Anbieter nimmt nur signierte Anfragen an. Unsere sind signiert: Geben Sie ihm vor der ersten Anmeldung unsere Metadaten.',
  'import.noSlo': 'Der Anbieter bietet kein Single Logout an: Abmelden beendet die Sitzung hier, nicht beim Anbieter.',
  'import.nameIdFormats':
    'Der Anbieter bietet keines der NameID-Formate an, die angefragt werden können. Mit „NameIDPolicy auslassen“ wählt er selbst.',
  'import.issuerElsewhere':
    'Das Dokument nennt den Issuer {issuer}. Das ist nicht die Adresse, von der es gelesen wurde. Verwendet wird der Issuer des Dokuments.',
  'import.issuerHttp': 'Der Issuer beginnt nicht mit https://.',
  'import.addressesAtSignIn':
    'Adressen und Schlüssel werden bei jeder Anmeldung vom Issuer gelesen; ihre Felder können daher leer bleiben.',
  'import.addressesFixed':
    'Die Adressen wurden aus der Datei ausgefüllt. Wenn dieser Server den Issuer erreicht, leeren Sie die Felder: Portico folgt dann Änderungen.',
  'import.noEndSession':
    'Der Anbieter veröffentlicht keine Abmeldeadresse: Abmelden beendet die Sitzung hier, nicht dort.',
  'import.noCodeFlow': 'Der Anbieter führt den Authorization Code Flow nicht auf, den Portico braucht.',
  'import.noAlgorithm': 'Der Anbieter signiert ID-Tokens mit {algorithms}; davon kann hier nichts geprüft werden.',
  'import.basicMissing':
    'Der Anbieter akzeptiert kein Clientgeheimnis, nur {methods}. Wählen Sie unter „Authentifizierung am Token-Endpunkt“ ein Verfahren.',
  'import.directory': 'Dies ist das Verzeichnis mit der Mandanten-ID {tenantId}.',
} as const
