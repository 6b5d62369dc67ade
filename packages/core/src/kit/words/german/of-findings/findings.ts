/** The German of `of-findings/findings.ts`. */
export const findings = {
  'findings.title': 'Was zu beheben ist',
  'findings.lead': 'Dieselbe Liste wie in portico doctor und in der Übersicht der Terminaloberfläche.',
  'findings.administrators':
    '{count, plural, =0 {Keine aktive Person hat die Rolle Security Admin. Nur ein Dienstkonto oder ein Wiederherstellungscode kann das ändern.} other {Nur eine aktive Person hat die Rolle Security Admin. Eine zweite kann die erste reaktivieren und einen Anbieter reparieren.}}',
  'findings.lastCertificate': 'Es ist das einzige: Ohne ein weiteres schlagen Anmeldungen fehl.',
  'findings.scimTokensFull':
    'Dieser Anbieter hat die Höchstzahl aktiver Tokens: Deaktivieren oder löschen Sie eines, und erstellen Sie dann das nächste.',
  'findings.neverUsed': 'Mit Schlüssel {slot} wurde noch nie ein Token bezogen.',
  'findings.unused': 'Mit Schlüssel {slot} wurde seit {date} kein Token bezogen.',
  'findings.customRole': 'Die eigene Rolle hat in keiner Umgebung eine Gruppe.',
  'findings.applicationRole': 'Die Rolle von {application} hat in {environment} keine Gruppe.',
  'findings.formatOff':
    'Der Anbieter ist ausgeschaltet, und seine Benutzernamen {format} führen zu {other} mit {otherFormat}.',
  'findings.draftFormat': 'Der Entwurf enthält {format}, das {other} bereits hat: Er kann nicht übernommen werden.',
  'findings.foreignUsername':
    'Der Benutzername gehört nicht zu {provider}: Die Person ist inaktiv, bis sich der Name oder die Benutzernamenformate ändern.',
  'findings.foreignUsernameFound':
    'Der Benutzername gehört nicht zu {provider}: Anmeldungen werden abgelehnt, aber Anwendungen können das Konto noch haben. Deaktivieren Sie die Person, oder korrigieren Sie den Namen oder die Benutzernamenformate.',
  'findings.takeovers':
    '{count, plural, one {# Person oder Gruppe wird nicht gesendet: Ein vorhandenes Konto dort hat den Namen. Entscheiden Sie, ob es übernommen werden darf.} other {# Personen und Gruppen werden nicht gesendet: Vorhandene Konten dort haben ihre Namen. Entscheiden Sie, ob sie übernommen werden dürfen.}}',
  'findings.schema':
    'Eine neuere Version des Servers hat die Datenbank geändert ({migrations}): Aktualisieren Sie diesen Server.',
  'findings.more':
    '{count, plural, one {# weiterer Fall wird nicht angezeigt.} other {# weitere Fälle werden nicht angezeigt.}}',
  'findings.off':
    'Ausgeschaltet. {count, plural, =0 {Kein Benutzername führt zu ihm.} one {Personen aus # Domäne können sich nicht anmelden.} other {Personen aus # Domänen können sich nicht anmelden.}}',
  'findings.noFormat': 'Kein Benutzernamenformat führt zu ihm: Fügen Sie eines hinzu oder schalten Sie ihn aus.',
  'findings.pendingSwitch': 'Ein Wechsel des primären Anbieters wartet auf Annahme.',
  'findings.setup':
    'Eine von {by} erstellte Einrichtungs-URL ist bis {until} offen. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'findings.setupOpened':
    'Eine von {by} erstellte Einrichtungs-URL wurde von {from} aus geöffnet und gilt bis {until}. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'findings.early': '{what} ist erst ab {date} verwendbar, und es gibt kein anderes.',
} as const
