/** The German of `of-notices/notices.ts`. */
export const notices = {
  'notices.title': 'Ablaufhinweise',
  'notices.lead':
    'Zertifikate, Geheimnisse, SCIM-Token, Einrichtungs-URLs und Wiederherstellungscodes, die innerhalb von {days} Tagen ablaufen oder abgelaufen sind.',
  'notices.none': 'In den nächsten {days} Tagen läuft nichts ab.',
  'notices.noMatch': 'Kein Hinweis gefunden.',
  'notices.level.urgent': 'Dringend',
  'notices.level.soon': 'Bald',
  'notices.level.later': 'Später',
  'notices.tenant': 'Ganzes Unternehmen',
  'notices.what.certificate1': 'Signaturzertifikat 1',
  'notices.what.certificate2': 'Signaturzertifikat 2',
  'notices.what.applicationSecret': 'Anwendungsgeheimnis',
  'notices.what.nextApplicationSecret': 'Nächstes Anwendungsgeheimnis',
  'notices.what.key1': 'Zertifikat von Schlüssel 1',
  'notices.what.key2': 'Zertifikat von Schlüssel 2',
  'notices.what.scimToken': 'SCIM-Token {beginning}',
  'notices.what.setupUrl': 'Einrichtungs-URL',
  'notices.what.recoveryCodes': 'Wiederherstellungscodes',
  'notices.expires':
    '{what}: {days, plural, =0 {Ablauf binnen eines Tages.} one {Ablauf in # Tag.} other {Ablauf in # Tagen.}}',
  'notices.expired':
    '{what}: {days, plural, =0 {heute abgelaufen.} one {vor # Tag abgelaufen.} other {vor # Tagen abgelaufen.}}',
  'notices.extended': '{what}: abgelaufen, akzeptiert bis {date}.',
  'notices.replaced': 'Ein Ersatz gilt länger.',
  'notices.more': '{count, plural, one {# weiterer} other {# weitere}}',
  'notices.show': 'Ablaufhinweise anzeigen',
  'notices.auditLog.title': 'Audit-Protokoll',
  'notices.auditLog.refused':
    'Das Audit-Protokoll ist nicht so, wie der Server es versiegelt hat: Zeilen oder Siegel wurden möglicherweise entfernt oder geändert. Neue Zeilen werden nicht versiegelt. Informieren Sie den Betreiber des Servers.',
  'notices.auditLog.waiting':
    'Zeilen des Audit-Protokolls warten seit mehr als einer Stunde auf ihr Siegel: Werden solche Zeilen geändert, ist das nicht erkennbar. Informieren Sie den Betreiber des Servers.',
  'notices.stalled.open': 'Bereitstellung öffnen',
  'notices.stalled.unauthorized':
    'Die Bereitstellung ist angehalten: Die Anwendung hat das Token abgelehnt. Geben Sie ein neues ein.',
  'notices.stalled.removals':
    'Die Bereitstellung ist angehalten: {count, plural, one {# Person würde} other {# Personen würden}} aus der Anwendung entfernt. Prüfen Sie, ob das beabsichtigt ist.',
  'notices.stalled.restored':
    'Die Bereitstellung ist angehalten: Diese Datenbank wurde aus einer Sicherung wiederhergestellt. Schalten Sie sie ein, wenn diese Kopie an die Anwendung senden darf.',
  'notices.stalled.refused':
    '{kind, select, group {Die Bereitstellung von Gruppen funktioniert nicht: Die Anwendung lehnt sie ab.} other {Die Bereitstellung funktioniert nicht: Die Anwendung lehnt die gesendeten Personen ab. Prüfen Sie Basis-URL und Token.}}',
  'notices.stalled.failing':
    'Die Bereitstellung funktioniert nicht: {count, plural, one {Der letzte Versuch ist} other {Die letzten # Versuche sind}} fehlgeschlagen.',
} as const
