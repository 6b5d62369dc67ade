/** The German of `server-and-terminal/metadata-readings.ts`. */
export const metadataReadings = {
  'metadata.unchanged': 'Die Metadaten führen kein Zertifikat auf, das hier neu ist.',
  'metadata.changed': 'Die Zertifikate wurden aus den Metadaten aktualisiert.',
  'metadata.new':
    'Die Metadaten führen ein Zertifikat auf, das hier nicht gespeichert ist: {detail}. Aktualisieren Sie, um es zu akzeptieren, oder schalten Sie „Metadaten folgen“ ein.',
  'metadata.full':
    'Die Metadaten führen ein Zertifikat auf, das hier nicht gespeichert ist: {detail}. Beide Plätze sind belegt; legen Sie zuerst eines der Zertifikate still.',
  'metadata.waiting':
    'Die Metadaten führen eines der Zertifikate nicht mehr auf. Es kann stillgelegt werden, sobald mit einem anderen aufgeführten Zertifikat eine Anmeldung geprüft wurde.',
  'metadata.unreachable': 'Die Metadaten konnten nicht gelesen werden: {detail}',
  'metadata.unreadable': 'Die Antwort ist kein SAML-Metadatendokument: {detail}',
  'metadata.other-entity': 'Die Metadaten beschreiben nicht die Entity-ID dieses Anbieters. Beschrieben wird: {detail}',
  'metadata.over': 'Die Metadaten sind am {detail} abgelaufen. Portico hat sie nicht verwendet.',
  'metadata.no-certificate': 'Die Metadaten führen kein verwendbares Zertifikat auf. Es wurde nichts geändert.',
} as const
