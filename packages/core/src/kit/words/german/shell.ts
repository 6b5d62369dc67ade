/** The German of what commands say themselves, by their English text; values are {0}, {1} and so on. */
export const shell = {
  'text.yes': 'ja',
  'text.no': 'nein',
  'text.error:': 'Fehler:',
  'text.warning:': 'Warnung:',
  'text.hint:': 'Hinweis:',
  'text.request:': 'Anfrage:',
  'text.application': 'Anwendung',
  'text.environment': 'Umgebung',
  'text.role': 'Rolle',
  'text.the custom role': 'die eigene Rolle',
  'text.the service account': 'das Dienstkonto',
  'text.the identity provider': 'den Identitätsanbieter',
  'text.--action is the beginning of an action.': '--action ist der Anfang einer Aktion.',
  'text.--kind is a kind of object.': '--kind ist eine Art von Objekt.',
  'text.--search takes at most 200 characters.': '--search nimmt höchstens 200 Zeichen an.',
  'text.--{0} is a time such as 24h, 7d, 2026-11-01 or 2026-11-01T08:30Z.':
    '--{0} ist eine Zeit wie 24h, 7d, 2026-11-01 oder 2026-11-01T08:30Z.',
  'text.There is no setting {0}.{1}': 'Die Einstellung {0} gibt es nicht.{1}',
  'text. There is: {0}.': ' Es gibt: {0}.',
  'text.There is: {0}.': 'Es gibt: {0}.',
  'text. Did you mean {0}?': ' Meinten Sie {0}?',
  'text.Did you mean {0}?': 'Meinten Sie {0}?',
  'text.No server is named.': 'Es ist kein Server angegeben.',
  'text.--request-timeout takes seconds, at most 3600, not {0}.':
    '--request-timeout nimmt Sekunden an, höchstens 3600, nicht {0}.',
  'text.{0}: {1} Give the private key (PEM) of the service account.':
    '{0}: {1} Geben Sie den privaten Schlüssel (PEM) des Dienstkontos an.',
  'text.{0} is too large for a private key.': '{0} ist zu groß für einen privaten Schlüssel.',
  'text.There is no key file {0}.': 'Die Schlüsseldatei {0} gibt es nicht.',
  'text.{0} is a folder, not a key file.': '{0} ist ein Ordner und keine Schlüsseldatei.',
  'text.You may not read the key file {0}.': 'Sie dürfen die Schlüsseldatei {0} nicht lesen.',
  'text.Others on this machine may read {0} (mode {1}). Run: chmod 600 {2}':
    'Andere auf diesem Rechner dürfen {0} lesen (Modus {1}). Führen Sie aus: chmod 600 {2}',
  'text.this private key is protected by a passphrase, which a script cannot type.':
    'Dieser private Schlüssel ist durch eine Passphrase geschützt, die ein Skript nicht eingeben kann.',
  'text.this key is in the format of OpenSSH. Convert it: ssh-keygen -p -m PKCS8 -f FILE':
    'Dieser Schlüssel hat das Format von OpenSSH. Wandeln Sie ihn um: ssh-keygen -p -m PKCS8 -f FILE',
  'text.this is a public key or certificate, not a private key.':
    'Das ist ein öffentlicher Schlüssel oder ein Zertifikat, kein privater Schlüssel.',
  'text.there is no private key in PEM format in this file.':
    'In dieser Datei steht kein privater Schlüssel im PEM-Format.',
  'text.this private key cannot be read. Check that it was copied whole.':
    'Dieser private Schlüssel ist nicht lesbar. Prüfen Sie, ob er vollständig kopiert wurde.',
  'text.this key is not an RSA key.': 'Dieser Schlüssel ist kein RSA-Schlüssel.',
  'text.The server does not accept this service account or its key. Check the id, that the key belongs to it, and the clock of this machine.':
    'Der Server akzeptiert dieses Dienstkonto oder seinen Schlüssel nicht. Prüfen Sie die ID, ob der Schlüssel dazu gehört, und die Uhr dieses Rechners.',
  'text.The clock of this machine is {0}. The server therefore does not accept what this machine signs. Set the clock.':
    'Die Uhr dieses Rechners geht gegenüber dem Server {0}. Der Server akzeptiert daher nicht, was dieser Rechner signiert. Stellen Sie die Uhr.',
  'text.{0} ahead of the server': '{0} vor',
  'text.{0} behind the server': '{0} nach',
  'text.{0} seconds': '{0} Sekunden',
  'text.{0} minutes': '{0} Minuten',
  'text.{0} hours': '{0} Stunden',
  'text.The server did not issue a token (status {0}). Wait a moment and try again.':
    'Der Server hat kein Token ausgestellt (Status {0}). Warten Sie einen Moment und versuchen Sie es erneut.',
  'text.{0} is busy or out of order (status {1}). Wait a moment and try again.':
    '{0} ist überlastet oder gestört (Status {1}). Warten Sie einen Moment und versuchen Sie es erneut.',
  'text.{0} does not look like a Portico server: it has no OpenID configuration.':
    '{0} scheint kein Portico-Server zu sein: Es gibt dort keine OpenID-Konfiguration.',
  'text.{0} calls itself {1}. Sign in at that address.': '{0} nennt sich {1}. Melden Sie sich unter dieser Adresse an.',
  'text.No environment is chosen, and applications belong to one.':
    'Es ist keine Umgebung gewählt, und Anwendungen gehören zu einer.',
  'text.The tenant has no environment.': 'Der Mandant hat keine Umgebung.',
  'text.You have access to none.': 'Sie haben auf keine Zugriff.',
  'text.No environment is chosen yet. Choose one: portico env use NAME':
    'Es ist noch keine Umgebung gewählt. Wählen Sie eine: portico env use NAME',
  'text.Works in {0}, as before.': 'Arbeitet wie zuvor in {0}.',
  'text.The environment {0} of this profile is not open to you any more. Choose one: portico env use NAME':
    'Die Umgebung {0} dieses Profils steht Ihnen nicht mehr offen. Wählen Sie eine: portico env use NAME',
  'text.There are several environments: name one with --env. Available: {0}.':
    'Es gibt mehrere Umgebungen: Nennen Sie eine mit --env. Verfügbar: {0}.',
  'text.There is no {0} {1}{2}.{3}': 'Nicht gefunden: {0} {1}{2}.{3}',
  'text.{0} means more than one {1}{2}. Use the id: {3}.':
    '{0} ist nicht eindeutig ({1}{2}). Verwenden Sie die ID: {3}.',
  'text. of {0}': ' von {0}',
  'text. in {0}': ' in {0}',
  'text.Name two different environments with --env and --to.':
    'Nennen Sie mit --env und --to zwei verschiedene Umgebungen.',
  'text.Name a role with --role, or an application with --app.':
    'Nennen Sie eine Rolle mit --role oder eine Anwendung mit --app.',
  'text.{0} has roles: name one with --role.': '{0} hat Rollen: Nennen Sie eine mit --role.',
  'text.{0} is not the address of a proxy.': '{0} ist keine Adresse eines Proxys.',
  'text.{0} has no field {1}. {2}': '{0}: Das Feld {1} gibt es nicht. {2}',
  'text.{0} has no field {1}.': '{0}: Das Feld {1} gibt es nicht.',
  'text.There is no field {0}.': 'Das Feld {0} gibt es nicht.',
  'text.It has: {0}.': 'Vorhanden: {0}.',
  'text.The secret {0} is not taken as a value, where others could read it.':
    'Das Geheimnis {0} wird nicht als Wert angenommen, denn andere könnten es dort lesen.',
  'text.Some values are not valid. Nothing was sent.': 'Einige Werte sind ungültig. Es wurde nichts gesendet.',
  'text.This is a private key. Nothing was sent. Give the certificate that the provider publishes.':
    'Das ist ein privater Schlüssel. Es wurde nichts gesendet. Geben Sie das Zertifikat an, das der Anbieter veröffentlicht.',
  'text.{0} takes @FILE, - for stdin, or a certificate in PEM format.':
    '{0} nimmt @FILE, - für die Standardeingabe oder ein Zertifikat im PEM-Format an.',
  'text.{0} --type takes {1}.': '{0} --type nimmt {1} an.',
  'text.There is no type {0}.': 'Den Typ {0} gibt es nicht.',
  'text.--enable and --disable contradict each other.': '--enable und --disable widersprechen einander.',
  'text.--set takes FIELD=VALUE.': '--set nimmt FIELD=VALUE an.',
  'text.Only one value can come from stdin.': 'Nur ein Wert kann aus der Standardeingabe kommen.',
  'text.{0} has the field {1}, which an identity provider of type {2} does not have. It has: {3}.':
    '{0} enthält das Feld {1}, das ein Identitätsanbieter vom Typ {2} nicht hat. Vorhanden: {3}.',
  'text.{0} cannot be read as YAML or JSON: {1}': '{0} ist nicht als YAML oder JSON lesbar: {1}',
  'text.{0}: config is not an object.': '{0}: config ist kein Objekt.',
  'text.{0}: {1} is not text.': '{0}: {1} ist kein Text.',
  'text.{0}: enabled is true or false.': '{0}: enabled ist true oder false.',
  'text.This is what sign-ins use: there is nothing left to keep.':
    'Anmeldungen verwenden das bereits: Es gibt nichts mehr zu übernehmen.',
  'text.Saved as a draft: this identity provider accepts no sign-ins until it is kept.':
    'Als Entwurf gespeichert: Dieser Identitätsanbieter nimmt keine Anmeldungen an, bis der Entwurf übernommen ist.',
  'text.Saved as a draft: sign-ins do not use it until it is kept.':
    'Als Entwurf gespeichert: Anmeldungen verwenden ihn erst, wenn er übernommen ist.',
  'text.To put it into effect: portico idp keep {0}': 'Um ihn wirksam zu machen: portico idp keep {0}',
  'text.To test it: portico idp test {0}': 'Um ihn zu testen: portico idp test {0}',
  'text.{0} has no {1}.': '{0} hat nicht: {1}.',
  'text.The {0} is not taken as a value, where others could read it. Put it in a file and give @FILE, or - for stdin, or set {1}.':
    '{0} wird nicht als Wert angenommen, denn andere könnten ihn dort lesen. Schreiben Sie ihn in eine Datei und geben Sie @FILE an, oder - für die Standardeingabe, oder setzen Sie {1}.',
  'text.The {0} is empty.': '{0} ist leer.',
  'text.The login was not finished in time. Start the test again.':
    'Die Anmeldung wurde nicht rechtzeitig abgeschlossen. Starten Sie den Test erneut.',
  'text.The test login failed.': 'Die Testanmeldung ist fehlgeschlagen.',
  'text.The test login passed.': 'Die Testanmeldung war erfolgreich.',
  'text.A browser was opened: sign in there.': 'Ein Browser wurde geöffnet: Melden Sie sich dort an.',
  'text.Open this address in a browser and sign in there:':
    'Öffnen Sie diese Adresse in einem Browser und melden Sie sich dort an:',
  'text.--confirm does not name {0}. Nothing was changed.':
    '--confirm nennt etwas anderes als {0}. Es wurde nichts geändert.',
  'text.Deleting {0} has to be confirmed, and there is no terminal to ask on. Add --confirm {1}. Nothing was changed.':
    'Das Löschen muss bestätigt werden ({0}), und es gibt kein Terminal für die Frage. Ergänzen Sie --confirm {1}. Es wurde nichts geändert.',
  'text.Type {0} to delete {1} for good: ': 'Geben Sie {0} ein, um {1} endgültig zu löschen: ',
  'text.Revoking {0} has to be confirmed, and there is no terminal to ask on. Add --confirm {1}. Nothing was changed.':
    'Das Widerrufen muss bestätigt werden ({0}), und es gibt kein Terminal für die Frage. Ergänzen Sie --confirm {1}. Es wurde nichts geändert.',
  'text.Type {0} to revoke {1} for good: ': 'Geben Sie {0} ein, um {1} endgültig zu widerrufen: ',
  'text.The source of groups must be claims or scim.': 'Die Quelle der Gruppen muss claims oder scim sein.',
  'text.The name was not typed. Nothing was changed.': 'Der Name wurde nicht eingegeben. Es wurde nichts geändert.',
  'text.{0} There is no terminal to ask on: add -y. Nothing was changed.':
    '{0} Es gibt kein Terminal für die Frage: Ergänzen Sie -y. Es wurde nichts geändert.',
  'text.Nothing was changed.': 'Es wurde nichts geändert.',
  'text.{0}: there is no file {1}.': '{0}: Die Datei {1} gibt es nicht.',
  'text.{0}: {1} is a folder.': '{0}: {1} ist ein Ordner.',
  'text.{0}: you may not read {1}.': '{0}: Sie dürfen {1} nicht lesen.',
  'text.{0}: this is larger than {1} bytes.': '{0}: Das sind mehr als {1} Byte.',
  'text.--{0}: there is no file {1}.': '--{0}: Die Datei {1} gibt es nicht.',
  'text.--{0}: {1} is a folder.': '--{0}: {1} ist ein Ordner.',
  'text.--{0}: you may not read {1}.': '--{0}: Sie dürfen {1} nicht lesen.',
  'text.The address is not a web page and was not opened.': 'Die Adresse ist keine Webseite und wurde nicht geöffnet.',
  'text.Opened {0}': 'Geöffnet: {0}',
  'text.jq does not understand the expression: {0}': 'jq versteht den Ausdruck nicht: {0}',
  'text.--jq and --output {0} contradict each other.': '--jq und --output {0} widersprechen einander.',
  'text.--json and --output {0} contradict each other.': '--json und --output {0} widersprechen einander.',
  'text.There is no output format {0}. -o takes {1}.': 'Das Ausgabeformat {0} gibt es nicht. -o nimmt {1} an.',
  'text.--filter takes FIELD=VALUE or FIELD~TEXT, not {0}.':
    '--filter nimmt FIELD=VALUE oder FIELD~TEXT an, nicht {0}.',
  'text.No {0}.': 'Keine Einträge: {0}.',
  'text.--watch takes seconds from 1 to 3600.': '--watch nimmt Sekunden von 1 bis 3600 an.',
  'text.--watch prints a table, or JSON lines.': '--watch gibt eine Tabelle oder JSON-Zeilen aus.',
  'text. Repeat the command with --debug to see where.':
    ' Wiederholen Sie den Befehl mit --debug, um die Stelle zu sehen.',
  'text.Something went wrong inside portico: {0}{1}': 'In portico ist etwas schiefgegangen: {0}{1}',
  'text.Nothing differs from what is saved.': 'Nichts weicht vom gespeicherten Stand ab.',
  'text.--app replaces all applications: it cannot be combined with --add-app or --remove-app.':
    '--app ersetzt alle Anwendungen und lässt sich nicht mit --add-app oder --remove-app kombinieren.',
  'text.The service account does not hold {0}. {1}': 'Das Dienstkonto hat {0} nicht. {1}',
  'text.It holds no application.': 'Es hat keine Anwendung.',
  'text.It holds: {0}.': 'Es hat: {0}.',
  'text.--{0} takes @FILE, - or a PEM text. Put an @ before the name of a file: --{1} @FILE':
    '--{0} nimmt @FILE, - oder einen PEM-Text an. Setzen Sie ein @ vor den Namen einer Datei: --{1} @FILE',
  'text.{0} is damaged: {1} is not an object.': '{0} ist beschädigt: {1} ist kein Objekt.',
  'text.{0} is damaged: {1} is not text.': '{0} ist beschädigt: {1} ist kein Text.',
  'text.A profile name has 1 to 64 letters, digits, dots, dashes and underscores.':
    'Ein Profilname hat 1 bis 64 Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
  'text.{0} is a number of seconds from 0 to {1}.': '{0} ist eine Zahl von Sekunden von 0 bis {1}.',
  'text.{0} is one of {1}.': '{0} ist eines von {1}.',
  'text.{0} may hold {1}, but not {2}.': '{0} darf {1} enthalten, aber nicht {2}.',
  'text.There is no profile {0}.{1}': 'Das Profil {0} gibt es nicht.{1}',
  'text.{0} {1} says {2}.': '{0} In {1} steht {2}.',
  'text.The server is given as an address like https://portal.example.com.':
    'Der Server wird als Adresse wie https://portal.example.com angegeben.',
  'text.The address of the server begins with https:// (or http:// on this machine).':
    'Die Adresse des Servers beginnt mit https:// (oder mit http:// auf diesem Rechner).',
  'text.The address of the server must not contain a user name or password.':
    'Die Adresse des Servers darf keinen Benutzernamen und kein Kennwort enthalten.',
  'text.The address of the server has no path: scheme, host and port only.':
    'Die Adresse des Servers hat keinen Pfad: nur Schema, Host und Port.',
  'text.{0} is plain http: others on the network could read your credential. Use https, or add --insecure-http if the network is yours.':
    '{0} ist unverschlüsseltes http: Andere im Netz könnten Ihre Anmeldedaten lesen. Verwenden Sie https, oder ergänzen Sie --insecure-http, wenn das Netz Ihnen gehört.',
  'text.This service account does not administer the portal: it holds no role of the portal application.':
    'Dieses Dienstkonto verwaltet das Portal nicht: Es hat keine Rolle der Portalanwendung.',
  'text.The token is kept in {0}.': 'Das Token wird in {0} aufbewahrt.',
  'text.login needs {0}.': 'login braucht {0}.',
  'text.Another portico command is writing {0}. If none is running, remove its lock.':
    'Ein anderer portico-Befehl schreibt gerade {0}. Läuft keiner, entfernen Sie die Sperre.',
  'text.{0} cannot be written: {1}': '{0} lässt sich nicht schreiben: {1}',
  'text.{0} cannot be read: {1}': '{0} lässt sich nicht lesen: {1}',
  'text.{0} is damaged: it does not hold a JSON object. Mend it, or move it away.':
    '{0} ist beschädigt: Die Datei enthält kein JSON-Objekt. Reparieren oder verschieben Sie sie.',
  'text.Name formats with --email or --windows.': 'Nennen Sie Formate mit --email oder --windows.',
  'text.Some formats are not valid. Nothing was sent.': 'Einige Formate sind ungültig. Es wurde nichts gesendet.',
  'text.The identity provider does not have {0}. {1}': 'Der Identitätsanbieter hat {0} nicht. {1}',
  'text.It has nothing for {0}.': 'Für {0} hat er nichts.',
  'text.No username format of this company matches.': 'Kein Benutzernamenformat dieses Unternehmens passt.',
  'text.The server named the same next page twice.': 'Der Server hat zweimal dieselbe nächste Seite genannt.',
  'text.METHOD is one of {0}.': 'METHOD ist eines von {0}.',
  'text.A GET has no body. Name the method.': 'Ein GET hat keinen Inhalt. Nennen Sie die Methode.',
  'text.--paginate reads lists, so it needs GET.': '--paginate liest Listen: nur mit GET.',
  'text.PATH begins with one slash.': 'PATH beginnt mit einem Schrägstrich.',
  'text.{0} is not a valid header.': '{0} ist kein gültiger Header.',
  'text.{0} takes {1}, not {2}.': '{0} nimmt {1} an, nicht {2}.',
  'text.The body comes from --input or from --field, not both.':
    'Der Inhalt kommt aus --input oder aus --field, nicht aus beiden.',
  'text.The body is not valid JSON. A body of another form needs its Content-Type.':
    'Der Inhalt ist kein gültiges JSON. Ein Inhalt in anderer Form braucht seinen Content-Type.',
  'text.There is no file {0}.': 'Die Datei {0} gibt es nicht.',
  'text.Give the text, or --off.': 'Geben Sie den Text oder --off an.',
  'text.{0} is not shown to people of {1} who cannot open it.':
    '{0} wird Personen in {1}, die es nicht öffnen können, nicht gezeigt.',
  'text.People of {0} who cannot open {1} read how to ask for it.':
    'Personen in {0}, die {1} nicht öffnen können, lesen, wie sie Zugriff erhalten.',
  'text.Unknown action {0}: use add or remove.': '{0} gibt es hier nicht; möglich sind add und remove.',
  'text.Unknown action {0}: use set or remove.': '{0} gibt es hier nicht; möglich sind set und remove.',
  'text.{0} is one of your favourites.': '{0} gehört zu Ihren Favoriten.',
  'text.{0} is not one of your favourites.': '{0} gehört nicht zu Ihren Favoriten.',
  'text.Say get, set, remove or secret.': 'Geben Sie get, set, remove oder secret an.',
  'text.Remove the registration of {0} in {1}? People can no longer sign in to it.':
    'Die Registrierung von {0} in {1} entfernen? Personen können sich dann nicht mehr dort anmelden.',
  'text.--{0} takes @FILE, or - for stdin.': '--{0} erwartet @DATEI oder - für die Standardeingabe.',
  'text.Name what to set.': 'Geben Sie an, was gesetzt werden soll.',
  'text.Name the image by --file or by --url.': 'Nennen Sie das Bild mit --file oder mit --url.',
  'text.{0} has no icon now.': '{0} hat jetzt kein Symbol mehr.',
  'text.{0} has a new icon.': '{0} hat ein neues Symbol.',
  'text.1 row written to {0}.': '1 Zeile wurde in {0} geschrieben.',
  'text.{0} rows written to {1}.': '{0} Zeilen wurden in {1} geschrieben.',
  'text.--limit is a number from 1 to 999999.': '--limit ist eine Zahl von 1 bis 999999.',
  'text.--by must be day or hour.': '--by muss day oder hour sein.',
  'text.Stop sending people to {0} in {1}? People and groups already there stay.':
    'Sollen keine Personen mehr an {0} in {1} gesendet werden? Dort vorhandene Personen und Gruppen bleiben bestehen.',
  'text.--on and --off exclude each other.': '--on und --off schließen einander aus.',
  'text.--token takes @FILE, or - for stdin.': '--token erwartet @DATEI oder - für die Standardeingabe.',
  'text.--changed and --failed exclude each other.': '--changed und --failed schließen einander aus.',
  'text.--limit is a number from 1 to 99999.': '--limit ist eine Zahl von 1 bis 99999.',
  'text.--limit is a number from 1 to 999999999.': '--limit ist eine Zahl von 1 bis 999999999.',
  'text.The audit log is not as it was sealed: 1 finding.':
    'Das Auditprotokoll ist nicht so, wie es versiegelt wurde: 1 Befund.',
  'text.The audit log is not as it was sealed: {0} findings.':
    'Das Auditprotokoll ist nicht so, wie es versiegelt wurde: {0} Befunde.',
  'text.{0} cannot be read as a head of the audit log: {1}': '{0} ist nicht als Kopf des Auditprotokolls lesbar: {1}',
  'text.{0} is not a head of the audit log.': '{0} ist kein Kopf des Auditprotokolls.',
  'text.Accept the certificate {0} of {1}, which has expired, for 72 more hours?':
    'Das abgelaufene Zertifikat {0} von {1} weitere 72 Stunden akzeptieren?',
  'text.It is accepted until {0}. This works once: ask the provider for its new certificate now.':
    'Es wird bis {0} akzeptiert. Das geht nur einmal: Fordern Sie jetzt das neue Zertifikat beim Anbieter an.',
  'text.{0} has no expired certificate.': '{0} hat kein abgelaufenes Zertifikat.',
  'text.{0} has no certificate {1}.': '{0} hat kein Zertifikat {1}.',
  'text.That means more than one certificate. Say which with --fingerprint.':
    'Das trifft auf mehrere Zertifikate zu. Nennen Sie eines mit --fingerprint.',
  'text.Retire the certificate {0} of {1} at once?': 'Das Zertifikat {0} von {1} sofort stilllegen?',
  'text.Say which certificate: --slot or --fingerprint, not both.':
    'Nennen Sie das Zertifikat: mit --slot oder --fingerprint, nicht mit beiden.',
  'text.That means both certificates. Give more of the fingerprint.':
    'Das trifft auf beide Zertifikate zu. Geben Sie mehr vom Fingerabdruck an.',
  'text.There is no completion for {0}. There is one for {1}.':
    'Für {0} gibt es keine Vervollständigung. Es gibt sie für {1}.',
  'text.{0} is not set.': '{0} ist nicht gesetzt.',
  'text.{0} is {1}{2}.': '{0} ist {1}{2}.',
  'text. in profile {0}': ' im Profil {0}',
  'text.{0} still says {1}, which counts more.': 'In {0} steht noch {1}, und das hat Vorrang.',
  'text.{0} is not set in {1}.': '{0} ist in {1} nicht gesetzt.',
  'text.{0} is no longer set{1}.': '{0} ist nicht mehr gesetzt{1}.',
  'text.--severity is urgent, soon or later.': '--severity ist urgent, soon oder later.',
  'text.mend: {0}': 'Beheben: {0}',
  'text.1 finding.': '1 Befund.',
  'text.{0} findings.': '{0} Befunde.',
  'text.{0} still has the earlier name, {1}.': 'In {0} steht noch der frühere Name {1}.',
  'text.Profile {0} works in {1} from now on.': 'Das Profil {0} arbeitet ab jetzt in {1}.',
  'text.{0} still names {1}, which counts more.': '{0} nennt noch {1}, und das hat Vorrang.',
  'text.Name groups with --group, or map none with --none.':
    'Nennen Sie Gruppen mit --group, oder ordnen Sie mit --none keine zu.',
  'text.Name groups with --group.': 'Nennen Sie Gruppen mit --group.',
  'text.{0} has the same mappings as {1}.': '{0} hat dieselben Zuordnungen wie {1}.',
  'text.1 mapping differs': '1 Zuordnung weicht ab',
  'text.{0} mappings differ': '{0} Zuordnungen weichen ab',
  'text.There is nothing to promote to {0}.': 'Es gibt nichts nach {0} zu übertragen.',
  'text.1 mapping': '1 Zuordnung',
  'text.{0} mappings': '{0} Zuordnungen',
  'text.Replace {0} of {1} with those of {2}?': '{0} von {1} durch die von {2} ersetzen?',
  'text.{0} of {1} replaced.': '{0} von {1} ersetzt.',
  'text.Replaced {0} of {1}; {2} failed. Run the command again for the rest.':
    '{0} von {1} ersetzt; {2} ist fehlgeschlagen. Führen Sie den Befehl für den Rest erneut aus.',
  'text.Not in {0}, so not promoted: {1}.': 'Nicht in {0}, daher nicht übertragen: {1}.',
  'text.Only in {0}, unchanged: {1}.': 'Nur in {0}, unverändert: {1}.',
  'text.The group was created.': 'Die Gruppe wurde angelegt.',
  'text.1 group was forgotten': '1 Gruppe wurde entfernt',
  'text.{0} groups were forgotten': '{0} Gruppen wurden entfernt',
  'text.{0}. A sign-in that names one again brings it back.':
    '{0}. Eine Anmeldung, die eine davon nennt, bringt sie zurück.',
  'text.Kept: {0} ({1})': 'Behalten: {0} ({1})',
  'text.{0} pages were written to {1}.': '{0} Seiten wurden in {1} geschrieben.',
  'text.There is no help for {0}.{1}': 'Zu {0} gibt es keine Hilfe.{1}',
  'text. Topics: {0}.': ' Themen: {0}.',
  'text.Only one file can come from stdin.': 'Nur eine Datei kann aus der Standardeingabe kommen.',
  "text.Required option '--name <name>' not specified.": "Die erforderliche Option '--name <name>' fehlt.",
  "text.Required option '--{0} <{1}>' not specified.": "Die erforderliche Option '--{0} <{1}>' fehlt.",
  'text.The identity provider was added. It accepts no sign-ins until it is kept.':
    'Der Identitätsanbieter wurde hinzugefügt. Er nimmt keine Anmeldungen an, bis er übernommen ist.',
  'text.To tell the provider about us: portico idp metadata {0}':
    'Um den Anbieter zu informieren: portico idp metadata {0}',
  'text.To choose the people who sign in with it: portico username-format set --idp {0} --email DOMAIN':
    'Um festzulegen, wer sich darüber anmeldet: portico username-format set --idp {0} --email DOMAIN',
  'text.Then test it and keep it: portico idp test {0}': 'Danach testen und übernehmen: portico idp test {0}',
  'text.The identity provider was deleted.': 'Der Identitätsanbieter wurde gelöscht.',
  'text.The changes of {0} need no test login. Put them into effect?':
    'Die Änderungen von {0} brauchen keine Testanmeldung. Änderungen übernehmen?',
  'text.Did the test login of {0} show what you expect? Keep the changes?':
    'Hat die Testanmeldung von {0} das Erwartete gezeigt? Änderungen übernehmen?',
  'text.The changes are in effect.': 'Die Änderungen sind wirksam.',
  'text.a Security Admin signs in': 'ein Security Admin',
  'text.a person signs in': 'eine Person',
  'text.The changes are in effect. They revert at {0}, unless {1} with {2} before.':
    'Die Änderungen sind wirksam. Um {0} werden sie zurückgenommen, falls sich nicht vorher {1} über {2} anmeldet.',
  'text.{0} is not a time to confirm. Write 10m or 2h; 1m at least, 24h at most.':
    '{0} ist keine Zeit zum Bestätigen. Schreiben Sie 10m oder 2h; mindestens 1m, höchstens 24h.',
  'text.Name an identity provider, or a file with --file, not both.':
    'Nennen Sie einen Identitätsanbieter oder mit --file eine Datei, nicht beides.',
  'text.1 finding is an error': '1 Befund ist ein Fehler',
  'text.{0} findings are errors': '{0} Befunde sind Fehler',
  'text.--type is {0}, not {1}.': '--type ist {0}, nicht {1}.',
  'text.Name an identity provider.': 'Nennen Sie einen Identitätsanbieter.',
  'text.Name an identity provider, or --type.': 'Nennen Sie einen Identitätsanbieter oder --type.',
  'text.{0} has no SAML metadata: it is of type {1}.': '{0} hat keine SAML-Metadaten: Der Typ ist {1}.',
  'text.{0} has no SAML metadata.': '{0} hat keine SAML-Metadaten.',
  'text.The metadata was written to {0}.': 'Die Metadaten wurden in {0} geschrieben.',
  'text.The identity provider was removed.': 'Der Identitätsanbieter wurde entfernt.',
  'text.Revert the change of {0} that waits for a confirmation?':
    'Die Änderung von {0}, die auf eine Bestätigung wartet, zurücknehmen?',
  'text.{0} was never kept: it is removed. Revert?': '{0} wurde nie übernommen und wird entfernt. Verwerfen?',
  'text.Discard the changes of {0} that are not in effect?': 'Die nicht wirksamen Änderungen von {0} verwerfen?',
  'text.There is no step {0}. There is: show, {1}.': 'Den Schritt {0} gibt es nicht. Es gibt: show, {1}.',
  'text.The next keys are published. Give the providers time to read our metadata, then: portico idp rollover activate':
    'Die nächsten Schlüssel sind veröffentlicht. Geben Sie den Anbietern Zeit, unsere Metadaten zu lesen, danach: portico idp rollover activate',
  'text.The next keys are in use. Once no provider needs the previous ones: portico idp rollover withdraw':
    'Die nächsten Schlüssel sind in Gebrauch. Sobald kein Anbieter die vorherigen mehr braucht: portico idp rollover withdraw',
  'text.The previous keys are published no more.': 'Die vorherigen Schlüssel sind nicht mehr veröffentlicht.',
  'text.Providers that have not read our metadata since will refuse our requests. Use the next keys now?':
    'Anbieter, die unsere Metadaten seitdem nicht gelesen haben, werden unsere Anfragen ablehnen. Die nächsten Schlüssel jetzt verwenden?',
  'text.Providers that still encrypt for the previous keys will fail. Withdraw them?':
    'Anbieter, die noch für die vorherigen Schlüssel verschlüsseln, werden scheitern. Die Schlüssel zurückziehen?',
  'text.Name the identity provider and, with --group, the group that will administer the portal; or take a switch back with --reject.':
    'Nennen Sie den Identitätsanbieter und mit --group die Gruppe, die das Portal verwalten wird; oder nehmen Sie einen Wechsel mit --reject zurück.',
  'text.--reject takes the pending switch back; it needs no identity provider, --group or --grace.':
    '--reject nimmt den ausstehenden Wechsel zurück; ein Identitätsanbieter, --group oder --grace gehört nicht dazu.',
  'text.Reject the pending switch to {0} ({1})?': 'Den ausstehenden Wechsel zu {0} ({1}) ablehnen?',
  'text.{0} is not a grace window. Write 2d, 12h, 30m or 0; 30d at most.':
    '{0} ist keine Übergangsfrist. Schreiben Sie 2d, 12h, 30m oder 0; höchstens 30d.',
  'text.To put the changes into effect: portico idp keep {0}':
    'Um die Änderungen wirksam zu machen: portico idp keep {0}',
  'text.Name something to change.': 'Nennen Sie etwas, das sich ändern soll.',
  'text.{0} of the file are passed over: portico username-format set --idp {1}':
    '{0} der Datei werden übergangen: portico username-format set --idp {1}',
  'text.Give a text, with or without --until, or --off.': 'Geben Sie einen Text an, mit oder ohne --until, oder --off.',
  'text.Nothing is announced': 'Es gibt keine Mitteilung',
  'text.Announced: {0}': 'Mitteilung: {0}',
  'text.an administrator': 'die Administration',
  'text.{0}; for access people ask {1}.': '{0}; für Zugriff wendet man sich an: {1}.',
  'text.{0} is not a time. Write it as 2027-01-31T18:00:00Z.':
    '{0} ist keine Zeit. Schreiben Sie sie als 2027-01-31T18:00:00Z.',
  'text.{0} has no address to open.': '{0} hat keine Adresse zum Öffnen.',
  'text.There is no page for {0}. There is one for an environment, service-account, identity-provider or sign-in.':
    'Zu {0} gibt es keine Seite. Es gibt sie für environment, service-account, identity-provider und sign-in.',
  'text.--active and --deactivated exclude each other.': '--active und --deactivated schließen einander aus.',
  'text.--active, --deactivated and --foreign-username exclude each other.':
    '--active, --deactivated und --foreign-username schließen einander aus.',
  'text.The groups of the role were changed.': 'Die Gruppen der Rolle wurden geändert.',
  'text.Take back this change?': 'Diese Änderung zurücknehmen?',
  'text.Delete profile {0} and its token?': 'Das Profil {0} und sein Token löschen?',
  'text.Replace the groups that hold the role {0}? {1}': 'Die Gruppen mit der Rolle {0} ersetzen? {1}',
  'text.These groups get it: {0}.': 'Diese Gruppen bekommen sie: {0}.',
  'text.These groups lose it: {0}.': 'Diese Gruppen verlieren sie: {0}.',
  'text.These groups lose it: {0}. These groups get it: {1}.':
    'Diese Gruppen verlieren sie: {0}. Diese Gruppen bekommen sie: {1}.',
  'text.End the support session of {0} ({1})?': 'Die Supportsitzung von {0} ({1}) beenden?',
  'text.End the support session {0}?': 'Die Supportsitzung {0} beenden?',
  'text.End running support sessions and let no support user enter?':
    'Laufende Supportsitzungen beenden und Supportbenutzern den Zugriff entziehen?',
  'text.No existing account is listed for {0}.': 'Für {0} ist kein vorhandenes Konto aufgeführt.',
  'text.No existing account is listed for a person or group of the identity provider {0}.':
    'Für keine Person oder Gruppe des Identitätsanbieters {0} ist ein vorhandenes Konto aufgeführt.',
  'text.{0} cannot be approved. {1}.': '{0} lässt sich nicht genehmigen. {1}.',
  'text.Name people and groups with --person and --group, or approve all with --all.':
    'Nennen Sie Personen und Gruppen mit --person und --group, oder genehmigen Sie alle mit --all.',
  'text.--idp is used with --all.': '--idp wird mit --all verwendet.',
  'text.Profile {0} was deleted.': 'Das Profil {0} wurde gelöscht.',
  'text.Its token works until {0}: "portico logout --profile {1}" would have revoked it.':
    'Sein Token gilt bis {0}: "portico logout --profile {1}" hätte es widerrufen.',
  'text.Commands work with profile {0} from now on.': 'Befehle verwenden ab jetzt das Profil {0}.',
  'text.{0} is larger than 50 MB.': '{0} ist größer als 50 MB.',
  'text.{0} describes no service account.': '{0} beschreibt kein Dienstkonto.',
  'text.{0} cannot be read as {1}: {2}{3} An account has: {4}.':
    '{0} ist nicht als {1} lesbar: {2}{3} Ein Konto hat: {4}.',
  'text.{0} An account has: {1}.': '{0} Ein Konto hat: {1}.',
  'text.The file has no use for the column {0}.{1}': 'Die Datei hat die unbekannte Spalte {0}.{1}',
  'text.Row {0} has an unknown field {1}.{2}': 'Zeile {0} hat das unbekannte Feld {1}.{2}',
  'text.There is another service account of this name.': 'Es gibt schon ein Dienstkonto mit diesem Namen.',
  'text.With --file, the file says names, keys and applications.':
    'Mit --file stehen Namen, Schlüssel und Anwendungen in der Datei.',
  'text.{0} created, {1} there already, {2} failed.': '{0} angelegt, {1} schon vorhanden, {2} fehlgeschlagen.',
  'text.{0} Mend the rows that failed and run the same command again: what is there already is not touched.':
    '{0} Korrigieren Sie die fehlgeschlagenen Zeilen und führen Sie denselben Befehl erneut aus: Was schon da ist, bleibt unberührt.',
  'text.Nothing was created: {0}': 'Es wurde nichts angelegt: {0}',
  'text.The service account {0} ({1})': 'Das Dienstkonto {0} ({1})',
  'text.but its applications were not saved: {0}{1}': 'aber seine Anwendungen wurden nicht gespeichert: {0}{1}',
  'text. One command finishes it.': ' Ein Befehl schließt es ab.',
  'text.{0} was created, {1}': '{0} wurde angelegt, {1}',
  'text.{0} was changed, {1}': '{0} wurde geändert, {1}',
  'text.Created ({0}), but without its applications: {1}': 'Angelegt ({0}), aber ohne seine Anwendungen: {1}',
  'text.Only one of the keys can come from stdin.': 'Nur einer der Schlüssel kann aus der Standardeingabe kommen.',
  'text.--slot is 1 or 2.': '--slot ist 1 oder 2.',
  'text.--key takes the new key: @FILE, - or a PEM text.':
    '--key nimmt den neuen Schlüssel an: @FILE, - oder einen PEM-Text.',
  'text.There is no token for this. {0}': 'Dafür gibt es kein Token. {0}',
  'text.Give the new key: --new-key FILE with the private key, or --key with only the public key.':
    'Geben Sie den neuen Schlüssel an: --new-key FILE mit dem privaten Schlüssel oder --key mit dem öffentlichen allein.',
  'text.The new key is the only one.': 'Der neue Schlüssel ist der einzige.',
  'text.The other key was used at {0}. Move its programs to the new key, then run this command again.':
    'Der andere Schlüssel wurde um {0} verwendet. Stellen Sie seine Programme auf den neuen Schlüssel um und führen Sie diesen Befehl erneut aus.',
  'text.The new key got a token.': 'Der neue Schlüssel hat ein Token erhalten.',
  'text.Slot {0}: empty': 'Platz {0}: leer',
  'text.Slot {0}: SHA-256 {1}, added {2}, never used': 'Platz {0}: SHA-256 {1}, hinzugefügt {2}, nie verwendet',
  'text.Slot {0}: SHA-256 {1}, added {2}, last used {3}':
    'Platz {0}: SHA-256 {1}, hinzugefügt {2}, zuletzt verwendet {3}',
  'text.Both key slots of {0} are full. Say which key to replace with --slot.':
    'Beide Schlüsselplätze von {0} sind belegt. Nennen Sie mit --slot den Schlüssel, der ersetzt werden soll.',
  'text.Give the id of a session, or --others for all of your own but this one.':
    'Geben Sie die ID einer Sitzung an, oder --others für alle Ihre eigenen außer dieser.',
  'text.There is no open session with the id {0}.': 'Es gibt keine offene Sitzung mit der ID {0}.',
  'text.{0} is set up as {1}.': '{0} wird als {1} eingerichtet.',
  'text.Another type discards the configuration of {0}. Add --discard if you mean it.':
    'Ein anderer Typ verwirft die Konfiguration von {0}. Ergänzen Sie --discard, wenn Sie das wollen.',
  'text.To tell the provider about us: portico setup metadata{0}':
    'Um den Anbieter zu informieren: portico setup metadata{0}',
  'text.Then: portico setup configure': 'Danach: portico setup configure',
  'text.There is no product {0}. --product takes {1}.': 'Das Produkt {0} gibt es nicht. --product nimmt {1} an.',
  'text.{0} Add --replace if you mean it.': '{0} Ergänzen Sie --replace, wenn Sie das wollen.',
  'text.Choose a type first.': 'Wählen Sie zuerst einen Typ.',
  'text.Saved. It accepts no sign-ins before the setup is complete. Next: portico setup format --email DOMAIN':
    'Gespeichert. Vor dem Abschluss der Einrichtung werden keine Anmeldungen angenommen. Weiter: portico setup format --email DOMAIN',
  'text.Next, with a person who is to administer Portico: portico setup test':
    'Weiter, mit einer Person, die Portico verwalten soll: portico setup test',
  'text.The setup of {0} is open here. Next: portico setup {1}':
    'Die Einrichtung von {0} ist hier geöffnet. Weiter: portico setup {1}',
  'text.This is not a whole setup URL. It ends with a # and a long code; quote it in the shell.':
    'Das ist keine vollständige Einrichtungs-URL. Sie endet mit # und einem langen Code; setzen Sie sie in der Shell in Anführungszeichen.',
  'text.Groups of this person: {0}.': 'Gruppen dieser Person: {0}.',
  'text.To make one of them Security Admin: portico setup complete --group GROUP':
    'Um eine davon zum Security Admin zu machen: portico setup complete --group GROUP',
  'text.The server could not end the session, which ends by itself when it is not used.':
    'Der Server konnte die Sitzung nicht beenden; sie endet von selbst, wenn sie nicht verwendet wird.',
  'text.Profile {0} is not signed in.': 'Das Profil {0} ist nicht angemeldet.',
  'text.Signed out.': 'Abgemeldet.',
  'text.The session was forgotten on this machine.': 'Die Sitzung wurde auf diesem Rechner entfernt.',
  'text.Signed out of {0}.': 'Von {0} abgemeldet.',
  'text.{0} could not revoke the token, which works until {1}.':
    '{0} konnte das Token nicht widerrufen; es gilt bis {1}.',
  'text.The token was forgotten on this machine.': 'Das Token wurde auf diesem Rechner entfernt.',
  'text.To sign in, open this address in a browser on any device:':
    'Öffnen Sie zum Anmelden diese Adresse in einem Browser auf einem beliebigen Gerät:',
  'text.and enter the code, or compare it:  {0}': 'und geben Sie den Code ein oder vergleichen Sie ihn:  {0}',
  'text.Waiting for your answer. The code is good for {0} minutes.':
    'Warten auf Ihre Antwort. Der Code gilt {0} Minuten.',
  'text.{0} sends people elsewhere to sign in: {1}': '{0} schickt Personen zum Anmelden an eine andere Adresse: {1}',
  'text.The code became too old before anybody answered. If it goes on, check the clocks of this machine and of the server.':
    'Der Code ist vor einer Antwort abgelaufen. Wiederholt sich das, prüfen Sie die Uhren dieses Rechners und des Servers.',
  'text.Your browser opens to sign you in. If it does not, go to:':
    'Zum Anmelden öffnet sich Ihr Browser. Falls nicht, gehen Sie zu:',
  'text.To sign in, go to:': 'Gehen Sie zum Anmelden zu:',
  'text.The sign-in was not finished in the browser within 5 minutes. Where no browser runs on this machine, take a code; if it goes on, check the clocks of this machine and of the server.':
    'Die Anmeldung wurde im Browser nicht innerhalb von 5 Minuten abgeschlossen. Läuft auf diesem Rechner kein Browser, verwenden Sie einen Code; wiederholt es sich, prüfen Sie die Uhren dieses Rechners und des Servers.',
  'text.The answer in the browser is not from {0}.': 'Die Antwort im Browser stammt nicht von {0}.',
  'text.The server refused the sign-in.': 'Der Server hat die Anmeldung abgelehnt.',
  'text.login needs --server URL.': 'login braucht --server URL.',
  'text.Signed in at {0} as {1} ({2}), tenant {3}.': 'Bei {0} angemeldet als {1} ({2}), Mandant {3}.',
  'text.Signed in at {0} as {1}.': 'Bei {0} angemeldet als {1}.',
  'text.PORTICO_SERVICE_ACCOUNT still names a service account, which counts more.':
    'PORTICO_SERVICE_ACCOUNT nennt noch ein Dienstkonto, und das hat Vorrang.',
  'text.Works in {0} from now on.': 'Arbeitet ab jetzt in {0}.',
  'text.login takes --web or --device, not both.': 'login nimmt --web oder --device an, nicht beide.',
  'text.login has no terminal to ask on. Name a service account, or add --device or --web.':
    'login hat kein Terminal für Fragen. Nennen Sie ein Dienstkonto, oder ergänzen Sie --device oder --web.',
  'text.Profile {0} belonged to tenant {1} before.': 'Das Profil {0} gehörte vorher zum Mandanten {1}.',
  'text.The server did not accept the sign-in any more. If it goes on, check the clocks of this machine and of the server.':
    'Der Server hat die Anmeldung nicht mehr akzeptiert. Wiederholt sich das, prüfen Sie die Uhren dieses Rechners und des Servers.',
  'text.The server does not sign people in at a shell (status {0}).':
    'Der Server meldet niemanden über eine Shell an (Status {0}).',
  'text.The server did not issue a token (status {0}).': 'Der Server hat kein Token ausgestellt (Status {0}).',
  'text.The terminal UI needs a terminal, for keys and for the screen. Commands do the same work.':
    'Die Terminaloberfläche braucht ein Terminal für Tasten und Bildschirm. Befehle leisten dasselbe.',
  'text.Interrupted.': 'Unterbrochen.',
  'text.The terminal UI could not be shown.': 'Die Terminaloberfläche konnte nicht gezeigt werden.',
  'text.{0}: people cannot sign in with this provider.': '{0}: Über diesen Anbieter kann sich niemand anmelden.',
  'text.This is not a username.': 'Das ist kein Benutzername.',
  'text.The username leads to another company.': 'Der Benutzername führt zu einem anderen Unternehmen.',
  'text.The username leads nowhere.': 'Der Benutzername führt zu keinem Unternehmen.',
  'text.{0} does not say its version.': '{0} nennt seine Version nicht.',
  'text.{0} does not say its version: {1}': '{0} nennt seine Version nicht: {1}',
  'text.Favourites and recently opened applications belong to people; you are signed in as a service account.':
    'Favoriten und zuletzt geöffnete Anwendungen gehören zu Personen; Sie sind als Dienstkonto angemeldet.',
  'text.{0} needs one of: {1}.': '{0} braucht eines von: {1}.',
  'text.Nothing was typed.': 'Es wurde nichts eingegeben.',
  'text.Unknown option {0}.': 'Die Option {0} gibt es nicht.',
  'text.Unknown command {0}.': 'Den Befehl {0} gibt es nicht.',
  'text.Missing required argument {0}.': 'Das erforderliche Argument {0} fehlt.',
  'text.Required option {0} not specified.': 'Die erforderliche Option {0} fehlt.',
  'text.Option {0} argument missing.': 'Das Argument der Option {0} fehlt.',
  'text.Option {0} cannot be used with option {1}.': 'Die Option {0} ist nicht mit {1} kombinierbar.',
  'text.Too many arguments. Expected {0} arguments but got {1}.': 'Zu viele Argumente: erwartet {0}, angegeben {1}.',
  'text.Too many arguments. Expected {0} argument but got {1}.': 'Zu viele Argumente: erwartet {0}, angegeben {1}.',
  'text.Too many arguments for {0}. Expected {1} arguments but got {2}.':
    'Zu viele Argumente für {0}: erwartet {1}, angegeben {2}.',
  'text.Too many arguments for {0}. Expected {1} argument but got {2}.':
    'Zu viele Argumente für {0}: erwartet {1}, angegeben {2}.',
  'text.this RSA key has fewer than {0} bits.': 'Dieser RSA-Schlüssel hat weniger als {0} Bit.',
  'text.jq: {0}': 'jq: {0}',
  'text.Stopped: {0} created, {1} under way. Run the same command again: what is there already is not touched.':
    'Angehalten: {0} erstellt, {1} noch unterwegs. Führen Sie denselben Befehl noch einmal aus: Was schon da ist, bleibt unverändert.',
  'text.{0} rows would fail.': '{0} Zeilen würden fehlschlagen.',
  'text.The output would lose {0}, which is shown once. Print it too, or use --out-file.':
    'In der Ausgabe würde {0} fehlen, das nur einmal angezeigt wird. Geben Sie es mit aus, oder verwenden Sie --out-file.',
  'text.{0} cannot be written. The secret is printed instead.':
    '{0} kann nicht geschrieben werden. Das Geheimnis wird stattdessen ausgegeben.',
  'text.The secret was written to {0}. It is not shown again.':
    'Das Geheimnis wurde in {0} geschrieben. Es wird nicht wieder angezeigt.',
  'text.jq needs more memory for this expression than it has.':
    'jq braucht für diesen Ausdruck mehr Speicher, als es hat.',
  'text.--health is one of {0}.': '--health ist eines von {0}.',
  'text.active API token': 'aktives API-Token',
  'text.the API token': 'das API-Token',
  'text.{0} is not an expiry. Write days, such as 30d, or a day, such as 2027-01-31.':
    '{0} ist kein gültiger Ablauf. Geben Sie eine Anzahl von Tagen wie 30d oder ein Datum wie 2027-01-31 an.',
  'text.{0} is not a state. Write active, expired or revoked.':
    '{0} ist kein Status. Schreiben Sie active, expired oder revoked.',
  'text.the webhook': 'den Webhook',
  'text.Use --action or --all-actions, not both.': 'Verwenden Sie --action oder --all-actions, nicht beide.',
  'text.--events takes audit, notices or both, separated by a comma.':
    '--events nimmt audit, notices oder beide an, durch ein Komma getrennt.',
  'text.Use --on or --off, not both.': 'Verwenden Sie --on oder --off, nicht beide.',
  'text.urgent': 'dringend',
  'text.soon': 'bald',
  'text.later': 'später',
  'text.failed': 'fehlgeschlagen',
  'text.place': 'Ort',
  'text.setup': 'Einrichtung',
  'text.recovery-codes': 'Wiederherstellungscodes',
  'text.certificate': 'Zertifikat',
  'text.secret': 'Geheimnis',
  'text.provider': 'Anbieter',
  'text.sign-in': 'Anmeldung',
  'text.valid': 'gültig',
  'text.expiring': 'läuft ab',
  'text.expired': 'abgelaufen',
  'text.extended': 'verlängert',
  'text.early': 'noch nicht gültig',
  'text.key': 'Schlüssel',
  'text.suffix': 'Suffix',
  'text.prefix': 'Präfix',
  'text.browser': 'Browser',
  'text.cli': 'Befehlszeile',
  'text.active': 'aktiv',
  'text.deactivated': 'deaktiviert',
  'text.no-provider': 'kein Anbieter',
  'text.no-primary': 'kein primärer',
  'text.failing': 'schlägt fehl',
  'text.unused': 'ungenutzt',
  'text.read': 'lesen',
  'text.change': 'ändern',
  'text.primary': 'primär',
  'text.switch pending': 'Wechsel ausstehend',
  'text.not kept': 'nicht übernommen',
  'text.draft': 'Entwurf',
  'text.no formats': 'keine Formate',
  'text.open': 'offen',
  'text.signed-in': 'angemeldet',
  'text.typing': 'Eingabe',
  'text.mapped': 'zugeordnet',
  'text.not mapped': 'nicht zugeordnet',
  'text.72 more hours': '72 Stunden länger',
  'text.Before and after': 'Vorher und nachher',
  'text.It has no screen.': 'Dafür gibt es keine Ansicht.',
  'text.{0} has no roles.': '{0} hat keine Rollen.',
  'text.{0}, signing certificate {1}': '{0}, Signaturzertifikat {1}',
  'text.{0}, expired on {1}': '{0}, abgelaufen am {1}',
  'text.{0} is a production environment: press Enter to work in it, then type :write':
    '{0} ist eine Produktionsumgebung: Drücken Sie Enter, um darin zu arbeiten, und geben Sie dann :write ein',
  'text.Nothing is saved yet.': 'Es ist noch nichts gespeichert.',
  'text.{0} or file': '{0} oder Datei',
  'text.Identity provider: {0} ({1})': 'Identitätsanbieter: {0} ({1})',
  'text.Tenant: {0}': 'Mandant: {0}',
  'text.Application {0}, roles: {1}': 'Anwendung {0}, Rollen: {1}',
  'text.End every session of {0} ({1})?': 'Alle Sitzungen von {0} ({1}) beenden?',
  'text.Deactivate {0} ({1}) and end every session?': '{0} ({1}) deaktivieren und alle Sitzungen beenden?',
  'text.Take the groups of {0} from SCIM?': '{0}: Gruppen aus SCIM übernehmen?',
  'text.Take the groups of {0} from sign-ins?': '{0}: Gruppen aus Anmeldungen übernehmen?',
  'text.will be replaced': 'wird ersetzt',
  'text.will be stored': 'wird gespeichert',
  'text.(no role)': '(keine Rolle)',
  'text.Public key': 'Öffentl. Schl.',
  'text.the SCIM token': 'das SCIM-Token',
}
