/** The German of `server-and-terminal/lint.ts`. */
export const lint = {
  'lint.no-formats':
    'Keine Formate konfiguriert: Kein Benutzername führt zu diesem Anbieter, daher kann sich niemand über ihn anmelden.',
  'lint.no-formats.todo':
    'Fügen Sie die E-Mail-Domäne oder die Windows-Domäne der zugehörigen Personen unter „Benutzernamenformate“ hinzu.',
  'lint.no-group-mapped':
    'Keine seiner Gruppen ist einer Rolle oder Anwendung zugeordnet: Wer sich anmeldet, sieht keine Anwendungen.',
  'lint.no-group-mapped.todo':
    'Lassen Sie eine Person sich anmelden, damit ihre Gruppen bekannt sind, und ordnen Sie diese Rollen zu.',
  'lint.disabled': 'Der Anbieter ist ausgeschaltet.',
  'lint.disabled.todo': 'Schalten Sie ihn ein, sobald er bereit ist.',
  'lint.address-http':
    'Diese Adresse beginnt nicht mit https://, sodass dorthin gesendete Daten unterwegs gelesen und verändert werden können.',
  'lint.address-http.todo':
    'Verwenden Sie die Adresse mit https:// – außer bei einem Versuch auf einem einzelnen Rechner.',
  'lint.same-provider': 'Der Identitätsanbieter „{provider}“ dieses Mandanten hat dieselben Werte: {what}.',
  'lint.same-provider.todo':
    'Ein Eintrag mit den Benutzernamenformaten beider genügt. Zwei sind nur richtig, solange einer den anderen ablöst.',
  'lint.signature-unchecked':
    'Signaturen von ID-Tokens werden nicht geprüft: Für sie bürgt nur das TLS-Zertifikat des Anbieters.',
  'lint.signature-unchecked.todo':
    'Schalten Sie die Prüfung wieder ein, sobald die Schlüssel des Anbieters gelesen werden können.',
  'lint.secret-none':
    'Es gibt kein Clientgeheimnis: Wer die Client-ID kennt, kann abgefangene Anmeldungen abschließen.',
  'lint.secret-none.todo':
    'Registrieren Sie beim Anbieter einen vertraulichen Client und geben Sie sein Geheimnis hier ein.',
  'lint.secret-short': 'Das Clientgeheimnis ist kürzer, als {algorithm} verlangt: {needed} Byte, es hat {found}.',
  'lint.secret-short.todo': 'Erzeugen Sie beim Anbieter ein längeres Geheimnis oder wählen Sie einen RS-Algorithmus.',
  'lint.username-email':
    'Der Benutzername stammt aus der E-Mail-Adresse, die Personen oder die Administration womöglich ändern können.',
  'lint.username-email.todo':
    'Verwenden Sie einen Claim, den das Verzeichnis kontrolliert, etwa preferred_username oder upn.',
  'lint.discovery-unreachable': 'Das Discovery-Dokument des Issuers konnte nicht gelesen werden: {reason}',
  'lint.discovery-unreachable.todo':
    'Vergleichen Sie den Issuer mit der Dokumentation des Anbieters, und lassen Sie diesen Server ihn durch Ihre Firewall erreichen.',
  'lint.issuer-slash': 'Der Anbieter nennt sich {found}: Der Schrägstrich am Ende ist verschieden.',
  'lint.issuer-slash.todo': 'Geben Sie den Issuer genau so ein, mit oder ohne Schrägstrich.',
  'lint.issuer-other': 'Der Anbieter nennt sich {found}, was von dem hier eingegebenen Issuer abweicht.',
  'lint.issuer-other.todo': 'Geben Sie den Issuer genau so ein; ID-Tokens eines anderen Issuers werden abgelehnt.',
  'lint.code-flow-missing': 'Der Anbieter führt den Authorization Code Flow nicht auf.',
  'lint.code-flow-missing.todo': 'Aktivieren Sie beim Anbieter den Authorization Code Flow (Response Type „code“).',
  'lint.response-mode-unsupported': 'Der Anbieter führt den Response Mode {mode} nicht auf.',
  'lint.response-mode-unsupported.todo': 'Wählen Sie einen anderen Response Mode: Angeboten wird {offered}.',
  'lint.scope-unsupported': 'Der Anbieter führt den Scope {scopes} nicht auf.',
  'lint.scope-unsupported.todo': 'Entfernen Sie ihn aus dem Scope oder fügen Sie ihn beim Anbieter hinzu.',
  'lint.algorithm-unsupported': 'Der Anbieter signiert ID-Tokens mit {offered} und nicht mit {algorithm}.',
  'lint.algorithm-unsupported.todo':
    'Wählen Sie einen Algorithmus, den der Anbieter verwendet, oder ändern Sie ihn dort.',
  'lint.client-authentication-unsupported': 'Der Anbieter akzeptiert {method} nicht, nur {offered}.',
  'lint.client-authentication-unsupported.todo':
    'Wählen Sie unter „Authentifizierung am Token-Endpunkt“ ein Verfahren, das er akzeptiert, oder lassen Sie dieses beim Anbieter für den Client zu.',
  'lint.claim-unlisted': 'Der Anbieter führt den Claim {claim} nicht unter denen auf, die er sendet.',
  'lint.claim-unlisted.todo':
    'Prüfen Sie, was seine ID-Tokens enthalten; vielleicht fehlt ein Mapper oder ein weiterer Scope.',
  'lint.end-session-missing': 'Single Logout ist eingeschaltet, aber der Anbieter veröffentlicht keine Abmeldeadresse.',
  'lint.end-session-missing.todo':
    'Geben Sie die SLO-URL ein oder schalten Sie Single Logout aus: Personen bleiben dann dort angemeldet.',
  'lint.address-other': 'Der Anbieter veröffentlicht jetzt eine andere Adresse: {found}.',
  'lint.address-other.todo':
    'Leeren Sie das Feld, um die veröffentlichte zu verwenden, oder belassen Sie es, wenn Sie den Grund der Abweichung kennen.',
  'lint.application-secret-over': 'Das Anwendungsgeheimnis ist am {day} abgelaufen.',
  'lint.application-secret-over.todo':
    'Erstellen Sie im Microsoft Entra Admin Center unter „Zertifikate & Geheimnisse“ ein neues und geben Sie es hier ein.',
  'lint.application-secret-ends':
    'Das Anwendungsgeheimnis läuft in {days, plural, one {# Tag} other {# Tagen}} ab, am {day}.',
  'lint.application-secret-ends.todo':
    'Erstellen Sie jetzt das nächste und geben Sie es als nächstes Anwendungsgeheimnis ein.',
  'lint.application-secret-no-days':
    'Für das Anwendungsgeheimnis ist kein Enddatum eingegeben: Portico kann nicht vor dem Ablauf warnen.',
  'lint.application-secret-no-days.todo': 'Geben Sie die Daten ein, die das Microsoft Entra Admin Center anzeigt.',
  'lint.application-secret-refused': 'Das Verzeichnis hat Anwendungs-ID und Geheimnis nicht akzeptiert: {reason}',
  'lint.application-secret-refused.todo':
    'Geben Sie den Wert des Geheimnisses ein, nicht dessen ID, und prüfen Sie die Anwendungs-ID.',
  'lint.directory-unknown': 'Das Verzeichnis wurde nicht gefunden: {reason}',
  'lint.directory-unknown.todo': 'Geben Sie eine überprüfte Domäne des Verzeichnisses oder dessen Mandanten-ID ein.',
  'lint.graph-refused': 'Microsoft Graph lässt diese Anwendung keine Gruppen lesen.',
  'lint.graph-refused.todo':
    'Fügen Sie die Anwendungsberechtigungen User.Read.All und GroupMember.Read.All hinzu und erteilen Sie die Administratorzustimmung. Ohne sie erhalten Personen in mehr als 200 Gruppen keine Rollen.',
  'lint.graph-failed': 'Microsoft Graph war nicht erreichbar: {reason}',
  'lint.graph-failed.todo':
    'Prüfen Sie später erneut; lassen Sie diesen Server Microsoft Graph durch Ihre Firewall erreichen.',
  'lint.filter-needs-graph':
    'Gruppennamen werden bei jeder Anmeldung aus Microsoft Graph gelesen, weil Gruppen nach Namen gewählt werden.',
  'lint.filter-needs-graph.todo': 'Stellen Sie sicher, dass die Anwendung in Microsoft Graph Gruppen lesen darf.',
  'lint.filter-matches-none': 'Keine Gruppe des Verzeichnisses hat einen Namen, der mit „{prefix}“ beginnt.',
  'lint.filter-matches-none.todo': 'Berichtigen Sie „Gruppenname beginnt mit“; sonst melden sich alle ohne Gruppen an.',
  'lint.certificate-over': 'Dieses Signaturzertifikat ist am {day} abgelaufen.',
  'lint.certificate-over.todo':
    'Installieren Sie das neue Zertifikat des Anbieters. Bis dahin können Sie einmalig weitere 72 Stunden zulassen.',
  'lint.certificate-extended': 'Dieses Signaturzertifikat ist am {day} abgelaufen und wird bis {until} akzeptiert.',
  'lint.certificate-extended.todo': 'Installieren Sie vorher das neue Zertifikat des Anbieters.',
  'lint.certificate-ends':
    'Dieses Signaturzertifikat läuft in {days, plural, one {# Tag} other {# Tagen}} ab, am {day}.',
  'lint.certificate-ends.todo':
    'Fordern Sie beim Anbieter das nächste Zertifikat an und geben Sie es auf dem freien Platz ein.',
  'lint.certificate-early': 'Dieses Signaturzertifikat gilt erst ab {day}.',
  'lint.certificate-early.todo': 'Behalten Sie bis dahin das aktuelle Zertifikat auf dem anderen Platz.',
  'lint.certificate-weak':
    'Der Schlüssel dieses Zertifikats ist kein RSA-Schlüssel mit mindestens {rsaBitsMin} Bit: Anmeldungen werden abgelehnt.',
  'lint.certificate-weak.todo': 'Erzeugen Sie beim Anbieter einen stärkeren Schlüssel.',
  'lint.certificate-sha1':
    'Dieses Zertifikat wurde selbst mit SHA-1 signiert, ein Zeichen für alte Einstellungen beim Anbieter.',
  'lint.certificate-sha1.todo':
    'Mit SHA-1 signierte Nachrichten werden abgelehnt: Prüfen Sie, ob der Anbieter mit SHA-256 signiert.',
  'lint.key-without-days': 'Dies ist ein reiner Schlüssel: Portico kann nicht erkennen, wann der Anbieter ihn ersetzt.',
  'lint.key-without-days.todo': 'Geben Sie stattdessen das Zertifikat ein, sofern der Anbieter eines hat.',
  'lint.adfs-entity-https': 'Die Entity-ID von AD FS beginnt üblicherweise mit http://, diese jedoch mit https://.',
  'lint.adfs-entity-https.todo': 'Prüfen Sie, ob es genau die entityID aus den Verbundmetadaten ist.',
  'lint.adfs-name-id-policy':
    'AD FS lehnt Anfragen nach einem NameID-Format ab, das keine seiner Regeln ausstellt (InvalidNameIDPolicy).',
  'lint.adfs-name-id-policy.todo':
    'Schalten Sie „NameIDPolicy auslassen“ ein oder fügen Sie eine Regel hinzu, die dieses Format ausstellt.',
  'lint.authn-context-asked':
    'Es wird ein Authentifizierungskontext angefordert, was diese Art von Anbieter oft ablehnt.',
  'lint.authn-context-asked.todo':
    'Schalten Sie den angeforderten Authentifizierungskontext aus, sofern der Anbieter ihn nicht verlangt.',
  'lint.authn-context-empty':
    'Ein angeforderter Authentifizierungskontext ist eingeschaltet, aber leer: Es wird keiner gesendet.',
  'lint.authn-context-empty.todo': 'Geben Sie einen ein oder schalten Sie ihn aus.',
  'lint.slack-small':
    'Uhren dürfen nur um {found} Sekunden abweichen. AD FS stellt Nachrichten aus, deren Gültigkeit sofort beginnt.',
  'lint.slack-small.todo': 'Setzen Sie die Toleranz auf 120 Sekunden.',
  'lint.username-opaque':
    'Als Benutzername dient die NameID, und eine persistente NameID ist nicht sprechend: Sie passt zu keinem Benutzernamenformat.',
  'lint.username-opaque.todo': 'Nennen Sie das Attribut, das den Benutzernamen enthält.',
  'lint.group-attribute-missing':
    'Für Gruppen ist kein Attribut genannt: Personen erhalten von diesem Anbieter keine Rollen.',
  'lint.group-attribute-missing.todo': 'Lassen Sie den Anbieter Gruppen senden und geben Sie deren Attribut ein.',
  'lint.slo-url-missing':
    'Single Logout ist eingeschaltet, aber es gibt keine SLO-URL: Abmelden beendet nur die Sitzung hier.',
  'lint.slo-url-missing.todo': 'Geben Sie die SLO-URL des Anbieters ein oder schalten Sie Single Logout aus.',
  'lint.salesforce-username':
    'Ein Salesforce-Benutzername sieht aus wie eine E-Mail-Adresse, ist aber keine; Sandboxes hängen ein Suffix an.',
  'lint.salesforce-username.todo':
    'Senden Sie die Federation ID oder ein eigenes Attribut und geben Sie es als Benutzernamen an.',
  'lint.provider-may-begin': 'Anmeldungen dürfen beim Anbieter beginnen. Portico startet sie dann von hier aus neu.',
  'lint.provider-may-begin.todo': 'Schalten Sie dies aus, wenn Personen nie vom Portal des Anbieters aus beginnen.',
  'lint.cbc-allowed':
    'Assertions dürfen mit AES-CBC verschlüsselt sein, was Angreifern mehr Möglichkeiten gibt als AES-GCM.',
  'lint.cbc-allowed.todo': 'Lassen Sie den Anbieter mit AES-GCM verschlüsseln und schalten Sie dies aus.',
  'lint.metadata-unreachable': 'Die Metadaten konnten nicht gelesen werden: {reason}',
  'lint.metadata-unreachable.todo':
    'Berichtigen Sie ihre Adresse, oder entfernen Sie sie, wenn der Anbieter keine veröffentlicht.',
  'lint.metadata-other-entity': 'Die Metadaten beschreiben {found}, nicht die hier eingegebene Entity-ID.',
  'lint.metadata-other-entity.todo':
    'Lesen Sie die Metadaten neu ein und prüfen Sie, ob die Entity-ID genau gleich ist.',
  'lint.metadata-over': 'Die Metadaten waren bis {day} gültig.',
  'lint.metadata-over.todo': 'Bitten Sie den Anbieter, sie mit einem späteren Datum neu zu veröffentlichen.',
  'lint.metadata-other-certificates':
    'Die Metadaten zeigen keines der hier eingegebenen Zertifikate: Anmeldungen werden bald fehlschlagen.',
  'lint.metadata-other-certificates.todo':
    'Lesen Sie die Metadaten neu ein, und behalten Sie das aktuelle Zertifikat, bis eine Anmeldung das neue verwendet hat.',
  'lint.metadata-new-certificate':
    'Die Metadaten zeigen ein Signaturzertifikat, das hier nicht eingegeben ist ({subject}, bis {day}).',
  'lint.metadata-new-certificate.todo': 'Geben Sie es auf dem freien Platz ein, bevor der Anbieter es verwendet.',
  'lint.metadata-other-address': 'Die Metadaten nennen eine andere Anmeldeadresse: {found}.',
  'lint.metadata-other-address.todo': 'Lesen Sie die Metadaten neu ein.',
} as const
