/** The German of `server-and-terminal/findings-common.ts`. */
export const findingsCommon = {
  'check.format': 'Benutzernamenformat',
  'check.provider': 'Identitätsanbieter',
  'check.request': 'Anfrage von hier',
  'check.browser': 'Derselbe Browser',
  'check.answer': 'Antwort des Anbieters',
  'check.discovery': 'Adressen des Anbieters',
  'check.token-endpoint': 'Einlösen des Codes',
  'check.id-token-signature': 'Signatur des Tokens',
  'check.id-token-claims': 'Inhalt des Tokens',
  'check.userinfo': 'Userinfo',
  'check.message': 'Nachricht',
  'check.status': 'Status',
  'check.decryption': 'Entschlüsselung',
  'check.signature': 'Signatur',
  'check.certificate': 'Signaturzertifikat',
  'check.issuer': 'Issuer',
  'check.destination': 'Ziel',
  'check.audience': 'Audience',
  'check.confirmation': 'Subjektbestätigung',
  'check.in-response-to': 'Antwort auf unsere Anfrage',
  'check.time': 'Zeiten',
  'check.replay': 'Nur einmal verwendet',
  'check.graph': 'Microsoft Graph',
  'check.subject': 'Subjekt',
  'check.username': 'Benutzername',
  'check.username-format': 'Benutzername gehört zu diesem Anbieter',
  'check.groups': 'Gruppen',
  'check.roles': 'Resultierende Rollen',
  'check.user': 'Benutzerkonto',
  'finding.provider-disabled': 'Der Identitätsanbieter ist ausgeschaltet oder wurde gelöscht.',
  'finding.provider-disabled.todo':
    'Schalten Sie ihn unter „Identitätsanbieter“ ein, oder geben Sie seine Benutzernamenformate dem Anbieter, den die Personen jetzt verwenden sollen.',
  'finding.provider-changed': 'Der Identitätsanbieter wurde während der Anmeldung der Person geändert.',
  'finding.provider-changed.todo': 'Es liegt kein Fehler vor: Beginnen Sie auf der Anmeldeseite von vorn.',
  'finding.draft-changed': 'Die Konfiguration wurde nach Beginn der Testanmeldung geändert.',
  'finding.draft-changed.todo':
    'Starten Sie die Testanmeldung erneut: Sie prüft die Konfiguration, wie sie jetzt gespeichert ist.',
  'finding.provider-misconfigured':
    'Der Identitätsanbieter kann so, wie er konfiguriert ist, nicht verwendet werden: {error}.',
  'finding.provider-misconfigured.todo':
    'Vergleichen Sie die Adressen der Konfiguration mit der Dokumentation des Anbieters. „Jetzt prüfen“ auf der Konfigurationsseite nennt, was falsch ist.',
  'finding.request-unknown': 'Die Antwort passt zu keiner laufenden Anmeldung.',
  'finding.request-unknown.todo':
    'Die Person hat länger als zehn Minuten gewartet, eine alte Seite neu geladen oder ein Lesezeichen auf die Seite des Anbieters verwendet. Beginnen Sie auf der Anmeldeseite von vorn.',
  'finding.request-used': 'Die Antwort kam zweimal an, und die erste wurde verwendet.',
  'finding.request-used.todo':
    'Die Seite wurde neu geladen oder über „Zurück“ erneut aufgerufen. Ist die Person nicht angemeldet, beginnen Sie auf der Anmeldeseite von vorn.',
  'finding.browser-other': 'Die Antwort kam in einem anderen Browser an als dem, der die Anmeldung begonnen hat.',
  'finding.browser-other.todo':
    'Melden Sie sich in einem einzigen Browserfenster an und lassen Sie Cookies für diese Adresse zu. Hat die Person keine Anmeldung begonnen, stammt der Link von jemand anderem: Folgen Sie ihm nicht.',
  'finding.answer-denied': 'Der Anbieter meldet, dass der Zugriff verweigert wurde ({error}). {description}',
  'finding.answer-denied.todo':
    'Die Person hat abgebrochen oder ist dieser Anwendung beim Anbieter nicht zugewiesen. Weisen Sie die Person dort zu.',
  'finding.answer-error': 'Der Anbieter hat mit einem Fehler geantwortet: {error}. {description}',
  'finding.answer-error.todo':
    'Mehr steht im Protokoll des Anbieters. Meist sind die Redirect-URI, „Scope“ oder „Antwortmodus“ dort für diesen Client nicht registriert.',
  'finding.answer-other-way': 'Die Antwort kam nicht auf dem Weg an, den die Konfiguration angibt.',
  'finding.answer-other-way.todo':
    'Vergleichen Sie „Antwortmodus“ oder das Binding mit dem, was der Anbieter sendet: Eine Adresse mit Parametern ist „Query“, ein gesendetes Formular ist „Form post“.',
  'finding.answer-late':
    'Der Anbieter hat länger als {seconds, plural, one {# Sekunde} other {# Sekunden}} gebraucht, um diesem Server zu antworten.',
  'finding.answer-late.todo':
    'Prüfen Sie den Zustand des Anbieters und das Netzwerk zwischen ihm und diesem Server, und versuchen Sie es dann erneut. Die letzte bestandene Prüfung zeigt, wie weit die Anmeldung kam.',
  'finding.authentication-old':
    'Portico hat vom Anbieter eine neue Anmeldung verlangt, die gemeldete Anmeldung ist jedoch {minutes, plural, one {# Minute} other {# Minuten}} alt ({at}).',
  'finding.authentication-old.todo':
    'Stellen Sie den Anbieter so ein, dass er Anfragen nach einer neuen Anmeldung befolgt: „prompt=login“ und „max_age“ in OpenID Connect, „ForceAuthn“ in SAML. Bis dahin kann sich die Person beim Anbieter ab- und wieder anmelden.',
  'finding.authentication-unknown':
    'Der Anbieter hat nicht gemeldet, wann sich die Person angemeldet hat, obwohl Portico danach gefragt hat („auth_time“ in OpenID Connect, AuthnInstant in SAML).',
  'finding.authentication-unknown.todo':
    'Prüfen Sie, ob der Anbieter Anmeldedaten verlangt, wenn Portico eine neue Anmeldung anfordert. Sendet der Anbieter auch die Zeit, prüft Portico sie.',
  'finding.unsolicited-off': 'Der Anbieter hat die Person ohne eine Anfrage von uns hierher geschickt.',
  'finding.unsolicited-off.todo':
    'Beginnen Sie auf der Anmeldeseite. Sollen Personen beim Anbieter beginnen können, geben Sie ihm die Startadresse aus unseren Metadaten, oder schalten Sie „Beim Anbieter begonnene Anmeldungen zulassen“ ein.',
  'finding.subject-missing':
    'Der Anbieter sagt nicht, um wen es sich handelt: {expected} fehlt oder ist kein verwendbarer Text.',
  'finding.subject-missing.todo':
    'Lassen Sie beim Anbieter diese Claims für diesen Client ausstellen. Nur sie kennzeichnen eine Person dauerhaft; kein anderer Claim kann sie ersetzen.',
  'finding.username-missing':
    'Der Anbieter hat keinen Benutzernamen gesendet: „{expected}“ fehlt. Gesendet wurde: {found}.',
  'finding.username-missing.todo':
    'Lassen Sie den Anbieter ihn senden, oder nennen Sie einen der gesendeten Werte unter „Name des Benutzernamen-Claims“ oder in der Attributzuordnung des Benutzernamens.',
  'finding.username-dropped': 'Durch die Umformung der Benutzernamen dieses Anbieters entfällt „{received}“.',
  'finding.username-dropped.todo':
    'Soll sich diese Person anmelden können, ändern Sie „Umformungen von Benutzernamen“; eine Vorschau zeigt, was aus jedem Namen wird.',
  'finding.username-taken':
    'Durch die Umformung der Benutzernamen wird „{received}“ zu „{username}“; diesen Benutzernamen hat bereits „{other}“.',
  'finding.username-taken.todo':
    'Ändern Sie „Umformungen von Benutzernamen“ so, dass beide verschieden bleiben. Handelt es sich um eine Person, deaktivieren Sie das Konto, das nicht mehr genutzt wird.',
  'finding.username-foreign': 'Der Benutzername „{username}“ passt zu keinem Benutzernamenformat dieses Anbieters.',
  'finding.username-foreign.todo':
    'Gehören diese Personen zu diesem Anbieter, fügen Sie ihre Domäne unter „Benutzernamenformate“ hinzu. Andernfalls hat sich der Anbieter für Personen eines anderen Anbieters verbürgt, was nicht zulässig ist.',
  'finding.username-no-formats':
    'Der Benutzername ist „{username}“, aber dieser Anbieter hat keine Benutzernamenformate.',
  'finding.username-no-formats.todo':
    'Fügen Sie die Domänen der zugehörigen Personen unter „Benutzernamenformate“ hinzu.',
  'finding.groups-none': 'Der Anbieter hat keine Gruppen genannt; die Person hat daher keine Rollen aus Gruppen.',
  'finding.groups-none.todo':
    'Soll die Person welche haben, lassen Sie den Anbieter Gruppen senden, und prüfen Sie „Name des Gruppen-Claims“, „Gruppenname beginnt mit“ oder die Attributzuordnung der Gruppen.',
  'finding.groups-dropped':
    'Durch die Umformung der Gruppen dieses Anbieters {count, plural, one {entfällt die einzige empfangene Gruppe} other {entfallen alle # empfangenen Gruppen}}: {came}.',
  'finding.groups-dropped.todo':
    'Die Person hat keine Rollen aus Gruppen. Soll sie welche haben, ändern Sie „Umformungen von Gruppen“; eine Vorschau zeigt, was aus jedem Namen wird.',
  'finding.groups-transforms-long':
    'Die Umformung der {count} Gruppen dieser Person ist zu aufwendig; daher wurde keine verwendet.',
  'finding.groups-transforms-long.todo':
    'Kürzen Sie die Muster unter „Umformungen von Gruppen“, oder lassen Sie den Anbieter nur die Gruppen senden, auf die es bei dieser Anwendung ankommt.',
  'finding.groups-unmapped':
    'Keine der empfangenen Gruppen ist einer Rolle oder Anwendung zugeordnet. Empfangen: {came}. Zugeordnet: {mapped}.',
  'finding.groups-unmapped.todo':
    'Gruppennamen müssen genau übereinstimmen. Keycloak sendet ganze Pfade („/finance“), bis „Full group path“ in seinem Group Mapper ausgeschaltet wird. Fügen Sie unter „Umformungen von Gruppen“ eine Umformung hinzu, ändern Sie den Anbieter, oder ordnen Sie die Gruppen so zu, wie er sie sendet.',
  'finding.user-deactivated': 'Das Konto von „{username}“ wurde deaktiviert.',
  'finding.user-deactivated.todo':
    'Die Administration hat das Konto in Portico deaktiviert, nicht beim Anbieter. Reaktivieren Sie es unter „Personen“ oder mit „portico person reactivate“.',
  'finding.user-inactive-in-directory':
    'Das Verzeichnis hat das Konto von „{username}“ per SCIM deaktiviert oder gelöscht.',
  'finding.user-inactive-in-directory.todo':
    'Reaktivieren Sie das Konto im Verzeichnis, oder weisen Sie es dort Portico wieder zu; eine Reaktivierung in Portico hilft nicht. „portico scim requests“ zeigt, wann das Verzeichnis dies gesendet hat.',
} as const
