/** The German of `server-and-terminal/findings-oidc.ts`. */
export const findingsOidc = {
  'finding.discovery-failed':
    'Das Discovery-Dokument des Anbieters unter {address} konnte nicht gelesen werden: {error}.',
  'finding.discovery-failed.todo':
    'Öffnen Sie die Adresse in einem Browser. Berichtigen Sie „Issuer“ oder „Domänenname“, oder sorgen Sie dafür, dass dieser Server den Anbieter erreicht. Hat er kein Discovery-Dokument, tragen Sie die Adressen von Hand ein.',
  'finding.discovery-issuer': 'Das Discovery-Dokument gehört zu „{found}“, nicht zu „{expected}“.',
  'finding.discovery-issuer.todo':
    'Kopieren Sie den Issuer des Anbieters genau nach „Issuer“, einschließlich eines Schrägstrichs am Ende. Geben Sie für ein Microsoft-Verzeichnis dessen Domäne oder Mandanten-ID unter „Domänenname“ ein.',
  'finding.iss-parameter':
    'Die Antwort gibt an, von „{found}“ zu kommen, die Anmeldung wurde jedoch bei „{expected}“ begonnen (Parameter iss).',
  'finding.iss-parameter.todo':
    'Eine Adresse kann mehrere Anbieter bedienen: Berichtigen Sie „Issuer“. Ist er richtig, wurden zwei Anmeldungen verwechselt, und nichts muss geändert werden.',
  'finding.code-missing': 'Die Antwort enthält keinen oder mehr als einen Autorisierungscode. Sie enthält: {found}.',
  'finding.code-missing.todo':
    'Lassen Sie beim Anbieter den Authorization Code Flow für diesen Client zu. Nichts zwischen Browser und Server darf die Adresse verändern.',
  'finding.answer-with-tokens':
    'Die Antwort legt in der Adresse oder im Formular ein Token offen ({found}), wie es der Implicit Flow tut.',
  'finding.answer-with-tokens.todo':
    'Schalten Sie beim Anbieter den Implicit Flow und den Hybrid Flow für diesen Client aus: Der Autorisierungscode genügt.',
  'finding.token-refused': 'Der Token-Endpunkt hat den Code mit Status {status} abgelehnt: {error}. {description}',
  'finding.token-refused.todo':
    'invalid_grant: Die dort registrierte Redirect-URI ist eine andere, oder der Code war zu alt. unauthorized_client: Lassen Sie den Authorization Code Flow für diesen Client zu. Mehr steht im Protokoll des Anbieters.',
  'finding.token-secret-wrong':
    'Der Anbieter akzeptiert unser Clientgeheimnis nicht (Status {status}: {error}). {description}',
  'finding.token-secret-wrong.todo':
    'Erstellen Sie beim Anbieter ein neues Geheimnis und geben Sie es unter „Clientgeheimnis“ oder „Anwendungsgeheimnis“ ein; vergleichen Sie auch „Client-ID“ oder „Anwendungs-ID“.',
  'finding.token-auth-other':
    'Der Anbieter erwartet eine andere Clientauthentifizierung als {method} (Status {status}: {error}). {description}',
  'finding.token-auth-other.todo':
    'Stellen Sie fest, wie sich dieser Client beim Anbieter authentifiziert, und wählen Sie dasselbe unter „Authentifizierung am Token-Endpunkt“. Registrieren Sie dort für private_key_jwt unsere JWKS-URL.',
  'finding.token-unreachable': 'Der Token-Endpunkt {address} war nicht erreichbar: {error}.',
  'finding.token-unreachable.todo':
    'Prüfen Sie den Zustand des Anbieters, das Netzwerk zwischen ihm und diesem Server und, falls ausgefüllt, „Token-URL“.',
  'finding.keys-unreachable': 'Die Signaturschlüssel des Anbieters konnten nicht gelesen werden: {error}.',
  'finding.keys-unreachable.todo':
    'Öffnen Sie die JWKS-Adresse des Anbieters in einem Browser; prüfen Sie, falls ausgefüllt, „JWKS-URL“ sowie das Netzwerk zwischen Anbieter und Server.',
  'finding.key-unknown': 'Das Token ist mit dem Schlüssel „{key}“ signiert, den der Anbieter nicht veröffentlicht.',
  'finding.key-unknown.todo':
    'Hat der Anbieter seinen Schlüssel gerade gewechselt, versuchen Sie es in einer halben Minute erneut. Prüfen Sie andernfalls „Issuer“ und „JWKS-URL“: Das Token kommt aus einem anderen Realm oder einer anderen Umgebung.',
  'finding.algorithm-other': 'Das Token ist mit „{found}“ signiert, konfiguriert ist jedoch „{expected}“.',
  'finding.algorithm-other.todo':
    'Wählen Sie unter „Signaturalgorithmus“ den Algorithmus des Anbieters, oder lassen Sie den Anbieter mit dem konfigurierten signieren. „none“ wird nie akzeptiert.',
  'finding.secret-too-short': 'Das Clientgeheimnis hat {bytes} Byte; {algorithm} braucht {needed}.',
  'finding.secret-too-short.todo':
    'Erzeugen Sie beim Anbieter ein längeres Geheimnis und geben Sie es unter „Clientgeheimnis“ ein, oder wählen Sie auf beiden Seiten einen RS-Algorithmus, hier unter „Signaturalgorithmus“.',
  'finding.signature-wrong': 'Die Signatur des Tokens ist falsch: Sie stammt nicht von den Schlüsseln des Anbieters.',
  'finding.signature-wrong.todo':
    'Vergleichen Sie bei einem HS-Algorithmus „Clientgeheimnis“. Prüfen Sie bei RS, ob „Issuer“ und „JWKS-URL“ zusammengehören. Ist das der Fall, wurde das Token gefälscht.',
  'finding.signature-not-checked': 'Die Signatur des ID-Tokens wurde wie konfiguriert nicht geprüft.',
  'finding.signature-not-checked.todo':
    'Schalten Sie „Signaturen nicht prüfen“ aus, sobald die Schlüssel des Anbieters gelesen werden können.',
  'finding.id-token-malformed': 'Das Token ist fehlerhaft aufgebaut: {error}.',
  'finding.id-token-malformed.todo':
    'Prüfen Sie, ob der Anbieter ein gewöhnliches signiertes Token (JWT) mit iat und exp sendet, kein verschlüsseltes. Geben Sie diese Aufzeichnung an seinen Support weiter.',
  'finding.issuer-wrong': 'Das Token kommt von „{found}“, dieser Anbieter ist jedoch „{expected}“.',
  'finding.issuer-wrong.todo':
    'Kopieren Sie den Issuer des Anbieters genau nach „Issuer“. Anbieter mit mehreren Realms oder eigenen Domänen haben mehrere Issuer.',
  'finding.audience-wrong': 'Das Token ist für „{found}“ bestimmt, wir sind jedoch „{expected}“.',
  'finding.audience-wrong.todo':
    'Vergleichen Sie „Client-ID“ oder „Anwendungs-ID“ mit dem Client, der beim Anbieter registriert ist.',
  'finding.authorized-party-wrong': 'Das Token wurde für „{found}“ ausgestellt (azp), wir sind jedoch „{expected}“.',
  'finding.authorized-party-wrong.todo':
    'Vergleichen Sie „Client-ID“ mit dem Client, der beim Anbieter registriert ist; bei mehreren Audiences muss der Anbieter ihn als Authorized Party (azp) nennen.',
  'finding.token-expired':
    'Das Token ist vor {secondsAgo} Sekunden abgelaufen (Zeit dort: {theirs}, hier: {ours}); erlaubt sind {allowed} Sekunden.',
  'finding.token-expired.todo':
    'Vergleichen Sie die Uhren des Anbieters und dieses Servers und stellen Sie die falsche; beide sollten einem Zeitserver folgen.',
  'finding.token-future':
    'Das Token gilt erst in {secondsAhead} Sekunden (Zeit dort: {theirs}, hier: {ours}); erlaubt sind {allowed} Sekunden.',
  'finding.token-future.todo':
    'Vergleichen Sie die Uhren des Anbieters und dieses Servers und stellen Sie die falsche; beide sollten einem Zeitserver folgen.',
  'finding.nonce-wrong': 'Das Token gehört nicht zu dieser Anmeldung: Seine Nonce fehlt oder ist eine andere.',
  'finding.nonce-wrong.todo':
    'Beginnen Sie auf der Anmeldeseite von vorn. Geschieht es jedes Mal, gibt der Anbieter die Nonce nicht zurück: Schalten Sie das dort ein, denn OpenID Connect verlangt es.',
  'finding.access-token-hash-wrong': 'Das Access Token ist nicht das, welches das ID-Token nennt (at_hash).',
  'finding.access-token-hash-wrong.todo':
    'Etwas zwischen Anbieter und Server hat die Antwort verändert, oder der Anbieter berechnet at_hash mit einem anderen Algorithmus: Geben Sie diese Aufzeichnung an seinen Support weiter.',
  'finding.userinfo-failed': 'Der Userinfo-Endpunkt {address} konnte nicht gelesen werden (Status {status}): {error}.',
  'finding.userinfo-failed.todo':
    'Prüfen Sie, falls ausgefüllt, „Userinfo-URL“, und ob der Client ihn mit dem konfigurierten „Scope“ aufrufen darf. Signierte oder verschlüsselte Userinfo wird nicht unterstützt.',
  'finding.userinfo-subject': 'Userinfo betrifft „{found}“, das ID-Token „{expected}“.',
  'finding.userinfo-subject.todo':
    'Prüfen Sie, ob „Userinfo-URL“ und „Issuer“ zu demselben Anbieter und Realm gehören. Die Antwort wurde nicht verwendet.',
  'finding.logout-token-malformed': 'Das Logout-Token ist fehlerhaft aufgebaut: {error}.',
  'finding.logout-token-malformed.todo':
    'Lassen Sie den Anbieter Logout-Tokens nach OpenID Connect Back-Channel Logout 1.0 an unsere Back-Channel-Logout-Adresse senden. Keine Sitzung wurde beendet.',
  'finding.logout-token-replayed': 'Das Logout-Token kam ein zweites Mal an.',
  'finding.logout-token-replayed.todo':
    'Wiederholt der Anbieter Aufrufe, hat der erste bereits gewirkt, und es ist nichts zu tun. Jede Abmeldung braucht ein eigenes Token (jti).',
} as const
