/** The German of `server-and-terminal/doctor.ts`. */
export const doctor = {
  'doctor.administrators':
    '{count, plural, =0 {Keine aktive Person} other {Nur eine aktive Person}} hat die Rolle Security Admin. Eine zweite kann die erste reaktivieren und einen Anbieter reparieren.',
  'doctor.lastCertificate': 'Es ist das einzige: Ohne ein weiteres schlagen Anmeldungen fehl.',
  'doctor.scimTokensFull':
    'Dieser Anbieter hat die Höchstzahl aktiver Tokens: Deaktivieren oder löschen Sie eines, und erstellen Sie dann das nächste.',
  'doctor.neverUsed': 'Mit Schlüssel {slot} wurde noch nie ein Token bezogen.',
  'doctor.unused': 'Mit Schlüssel {slot} wurde seit {date} kein Token bezogen.',
  'doctor.customRole': 'Die eigene Rolle hat in keiner Umgebung eine Gruppe.',
  'doctor.applicationRole': 'Die Rolle von {application} hat in {environment} keine Gruppe.',
  'doctor.formatOff':
    'Der Anbieter ist ausgeschaltet, und seine Benutzernamen {format} führen zu {other} mit {otherFormat}.',
  'doctor.draftFormat': 'Der Entwurf enthält {format}, das {other} bereits hat: Er kann nicht übernommen werden.',
  'doctor.foreignUsername':
    'Der Benutzername gehört nicht zu {provider}: Die Person ist inaktiv, bis sich der Name oder die Benutzernamenformate ändern.',
  'doctor.foreignUsernameFound':
    'Der Benutzername gehört nicht zu {provider}: Anmeldungen werden abgelehnt, aber Anwendungen können das Konto noch haben. Deaktivieren Sie die Person, oder korrigieren Sie den Namen oder die Benutzernamenformate.',
  'doctor.clockAhead': 'Die Uhr dieses Computers geht gegenüber dem Server {seconds} Sekunden vor.',
  'doctor.clockBehind': 'Die Uhr dieses Computers geht gegenüber dem Server {seconds} Sekunden nach.',
  'doctor.serverNewer':
    'Der Server hat Version {server}, die Befehlszeile {program}: Aktualisieren Sie die Befehlszeile.',
  'doctor.serverOlder': 'Der Server hat Version {server}, die Befehlszeile {program}: Aktualisieren Sie den Server.',
  'doctor.schema':
    'Eine neuere Version des Servers hat die Datenbank geändert ({migrations}): Aktualisieren Sie diesen Server.',
  'doctor.more':
    '{count, plural, one {# weiterer Fall wird nicht angezeigt.} other {# weitere Fälle werden nicht angezeigt.}}',
} as const
