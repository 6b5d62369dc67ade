/** The German of `tenant/certificates.ts`. */
export const certificates = {
  CERTIFICATE_REQUIRED: 'Fügen Sie mindestens ein Signaturzertifikat im PEM-Format hinzu.',
  CERTIFICATE_LAST:
    'Dies ist das einzige wirksame Signaturzertifikat. Fügen Sie zuerst das neue Zertifikat hinzu und übernehmen Sie die Änderung.',
  CERTIFICATE_REVERTS:
    'Eine Änderung, die noch auf Bestätigung wartet, würde bei einer Rücknahme allein zu diesem Zertifikat zurückführen. Bestätigen Sie die Änderung durch eine Anmeldung oder nehmen Sie sie zurück, und legen Sie dann das Zertifikat still.',
  CERTIFICATE_TWICE: 'Beide Plätze enthalten dasselbe Zertifikat. Lassen Sie den zweiten leer.',
  CERTIFICATE_PRIVATE:
    'Dies ist ein privater Schlüssel. Halten Sie ihn geheim und geben Sie das zugehörige Zertifikat an.',
  CERTIFICATE_NOT_PEM: 'Dies ist kein Zertifikat im PEM-Format.',
  CERTIFICATE_UNREADABLE: 'Dieses Zertifikat ist nicht lesbar.',
  CERTIFICATE_WEAK: 'Der Schlüssel dieses Zertifikats ist kein RSA-Schlüssel mit mindestens {rsaBitsMin} Bit.',
  EXTENSION_NOT_EXPIRED: 'Dieses Zertifikat ist nicht abgelaufen.',
  EXTENSION_USED:
    'Die 72 zusätzlichen Stunden dieses Zertifikats wurden bereits gewährt. Fordern Sie beim Anbieter das neue Zertifikat an.',
  'certificate.extended':
    'Das Zertifikat wird weitere 72 Stunden akzeptiert. Fordern Sie noch heute beim Anbieter das neue an.',
  'certificate.retired': 'Das Zertifikat wurde stillgelegt. Anmeldungen werden jetzt mit dem anderen geprüft.',
  'certificate.retire': 'Stilllegen',
  'certificate.retireTitle': 'Dieses Zertifikat stilllegen?',
  'certificate.retireMessage':
    'Anmeldungen, die der Anbieter mit diesem Zertifikat signiert, schlagen sofort fehl. Das andere Zertifikat bleibt wirksam.',
  'certificate.refresh': 'Jetzt aktualisieren',
  'certificate.inEffect': 'Wirksame Zertifikate',
  'certificate.slot': 'Signaturzertifikat {slot}',
  'certificate.proven': 'Durch eine Anmeldung am {date} nachgewiesen',
  'certificate.unproven': 'Damit wurde noch keine Anmeldung geprüft',
  'certificate.notListed': 'In den Metadaten nicht mehr aufgeführt',
  'certificate.notRead': 'Die Metadaten wurden noch nicht gelesen.',
} as const
