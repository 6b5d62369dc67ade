/** The German of `server-and-terminal/findings-saml.ts`. */
export const findingsSaml = {
  'finding.saml-message-missing': 'Der Identitätsanbieter hat keine SAML-Nachricht gesendet.',
  'finding.saml-message-missing.todo':
    'Wählen Sie beim Anbieter das HTTP-POST-Binding für den Assertion Consumer Service, mit der Adresse aus unseren Metadaten.',
  'finding.saml-message-too-large': 'Die Nachricht ist größer als {bytesMax} Byte.',
  'finding.saml-message-too-large.todo':
    'Lassen Sie den Anbieter weniger Attribute senden: vor allem nur die Gruppen, auf die es hier ankommt.',
  'finding.saml-message-unreadable': 'Die Nachricht ist nicht als SAML lesbar ({what}).',
  'finding.saml-message-unreadable.todo':
    'Prüfen Sie, dass nichts zwischen dem Anbieter und diesem Server die gesendeten Daten verändert. Geschieht es erneut, geben Sie diese Aufzeichnung an den Support des Anbieters weiter.',
  'finding.saml-message-forbidden': 'Die Nachricht enthält etwas, das Portico in SAML nicht zulässt: {what}.',
  'finding.saml-message-forbidden.todo':
    'Kein korrekt arbeitender Anbieter sendet so etwas; es ist eine bekannte Form des Angriffs. Kam es von Ihrem Anbieter, geben Sie diese Aufzeichnung an seinen Support weiter.',
  'finding.saml-version': '{element} hat die Version „{found}“; akzeptiert wird nur SAML 2.0.',
  'finding.saml-version.todo': 'Richten Sie diese Anwendung beim Anbieter mit SAML 2.0 ein.',
  'finding.saml-assertion-count': 'Die Antwort enthält {found} Assertions; sie muss genau eine enthalten.',
  'finding.saml-assertion-count.todo':
    'Lassen Sie den Anbieter in jeder Antwort eine Assertion senden. Ist er schon so eingerichtet, wurde die Antwort unterwegs manipuliert.',
  'finding.saml-authn-statement': 'Die Assertion sagt nicht, dass die Person authentifiziert wurde.',
  'finding.saml-authn-statement.todo': 'Lassen Sie den Anbieter mit der Assertion ein AuthnStatement senden.',
  'finding.saml-status': 'Der Identitätsanbieter hat abgelehnt: {status} {nested} {message}',
  'finding.saml-status.todo':
    'Der Grund steht im Protokoll des Anbieters. InvalidNameIDPolicy: Wählen Sie ein anderes „NameID-Format“, oder schalten Sie „NameIDPolicy auslassen“ ein. NoAuthnContext: Schalten Sie „Keinen Authentifizierungskontext anfordern“ ein. RequestDenied: Geben Sie der Person dort Zugriff auf diese Anwendung.',
  'finding.saml-decryption-failed':
    'Die verschlüsselte Assertion konnte nicht geöffnet werden (verschlüsselt mit {content}, ihr Schlüssel mit {transport}).',
  'finding.saml-decryption-failed.todo':
    'Lassen Sie den Anbieter unsere Metadaten neu lesen, damit er mit AES-GCM und RSA-OAEP für unseren aktuellen Schlüssel verschlüsselt, oder schalten Sie dort die Verschlüsselung aus. Unterstützt er nur AES-CBC, lassen Sie ihn auch die Antwort signieren und schalten Sie „Verschlüsselung mit AES-CBC zulassen“ ein.',
  'finding.saml-signature-missing': 'Die Nachricht ist nicht signiert.',
  'finding.saml-signature-missing.todo':
    'Lassen Sie den Anbieter die Assertion oder die Antwort signieren; auch Abmeldeanfragen müssen signiert sein.',
  'finding.saml-signature-layout': 'Die Signatur ist fehlerhaft aufgebaut: {what}.',
  'finding.saml-signature-layout.todo':
    'Kein korrekt arbeitender Anbieter sendet so etwas; es ist eine bekannte Form des Angriffs. Kam es von Ihrem Anbieter, geben Sie diese Aufzeichnung an seinen Support weiter.',
  'finding.saml-signature-algorithm':
    'Die Nachricht ist mit einem Algorithmus signiert, der nicht akzeptiert wird: {found}.',
  'finding.saml-signature-algorithm.todo':
    'Wählen Sie beim Anbieter RSA-SHA256. Bei AD FS: Set-AdfsRelyingPartyTrust -SignatureAlgorithm http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'finding.saml-signature-wrong':
    'Die Signatur von {element} ist falsch: Sie stammt von keinem konfigurierten Zertifikat.',
  'finding.saml-signature-wrong.todo':
    'Vergleichen Sie „Signaturzertifikat 1“ und „Signaturzertifikat 2“ mit dem Zertifikat, mit dem der Anbieter jetzt signiert. Sind sie gleich, wurde die Nachricht unterwegs verändert.',
  'finding.saml-certificate-other':
    '{element} ist mit einem Zertifikat signiert, das nicht konfiguriert ist: {subject}, Fingerabdruck {fingerprint}.',
  'finding.saml-certificate-other.todo':
    'Fragen Sie den Anbieter, ob er ein neues Zertifikat mit diesem Fingerabdruck hat. Wenn ja, fügen Sie es als „Signaturzertifikat 2“ hinzu. Wenn nicht, stammt diese Nachricht von jemand anderem.',
  'finding.saml-certificate-none':
    'Keines der {configured} konfigurierten Signaturzertifikate ist verwendbar. {faults}',
  'finding.saml-certificate-none.todo':
    'Fügen Sie das Zertifikat des Anbieters mit einem RSA-Schlüssel von mindestens {rsaBitsMin} Bit als „Signaturzertifikat 1“ hinzu.',
  'finding.saml-certificate-expired': 'Das Signaturzertifikat des Anbieters ist am {notAfter} abgelaufen ({subject}).',
  'finding.saml-certificate-expired.todo':
    'Fordern Sie beim Anbieter das neue Zertifikat an und fügen Sie es als „Signaturzertifikat 2“ hinzu. Bis es da ist, kann das alte einmalig weitere 72 Stunden zugelassen werden.',
  'finding.saml-certificate-early': 'Das Signaturzertifikat des Anbieters gilt erst ab {notBefore} ({subject}).',
  'finding.saml-certificate-early.todo':
    'Lassen Sie den Anbieter mit einem bereits gültigen Zertifikat signieren, oder prüfen Sie die Uhren beider Seiten.',
  'finding.saml-certificate-extended':
    'Das Signaturzertifikat des Anbieters ist am {notAfter} abgelaufen; wie gewährt, wird es bis {extendedUntil} akzeptiert.',
  'finding.saml-certificate-extended.todo':
    'Fordern Sie noch heute beim Anbieter das neue Zertifikat an: Die Stunden können nicht noch einmal gewährt werden.',
  'finding.saml-metadata-failed': 'Die Metadaten des Anbieters konnten nicht gelesen werden: {error}',
  'finding.saml-metadata-failed.todo':
    'Öffnen Sie {address} in einem Browser. Bis die Adresse antwortet, gelten die zuletzt gelesenen Zertifikate und die der Konfiguration.',
  'finding.saml-issuer': '{element} kommt von „{found}“, dieser Identitätsanbieter ist jedoch „{expected}“.',
  'finding.saml-issuer.todo':
    'Kopieren Sie die Entity-ID des Anbieters genau nach „Entity-ID“. Bei AD FS beginnt sie mit http://.',
  'finding.saml-destination': 'Die Nachricht ist für „{found}“ bestimmt, nicht für „{expected}“.',
  'finding.saml-destination.todo':
    'Tragen Sie beim Anbieter als Adresse dieser Anwendung genau die zweite ein; jeder Identitätsanbieter hat eine eigene Adresse.',
  'finding.saml-audience': 'Die Assertion ist für „{found}“ bestimmt, wir sind jedoch „{expected}“.',
  'finding.saml-audience.todo':
    'Tragen Sie beim Anbieter als Entity-ID dieser Anwendung (Audience, Relying Party Identifier) genau die zweite ein.',
  'finding.saml-confirmation':
    'Die Assertion sagt nicht, dass ihr Überbringer sie verwenden darf. Gefundene Bestätigung: „{found}“.',
  'finding.saml-confirmation.todo':
    'Verwenden Sie beim Anbieter das Profil Web Browser SSO, dessen Assertions eine Bearer-Bestätigung mit Empfänger und Ablauf haben.',
  'finding.saml-recipient': 'Die Assertion ist an „{found}“ gerichtet, nicht an „{expected}“.',
  'finding.saml-recipient.todo':
    'Tragen Sie beim Anbieter als Adresse des Assertion Consumer Service (Antwort-URL) genau die zweite ein.',
  'finding.saml-in-response-to':
    '{element} antwortet auf eine andere Anfrage ({found}), nicht auf unsere ({expected}).',
  'finding.saml-in-response-to.todo':
    'Beginnen Sie auf der Anmeldeseite von vorn. Geschieht es jedes Mal, bewahrt der Anbieter alte Anfragen auf: Geben Sie diese Aufzeichnung an seinen Support weiter.',
  'finding.saml-too-early':
    'Nach unserer Uhr gilt die Nachricht noch nicht: {field} liegt {offBySecs} Sekunden in der Zukunft, erlaubt sind {slackSecs}. Zeit dort {theirs}, hier {ours}.',
  'finding.saml-too-early.todo':
    'Die Uhr des Anbieters geht gegenüber unserer vor. Lassen Sie beide durch NTP stellen; ein kleiner Unterschied kann mit „Toleranz in Sekunden“ erlaubt werden (üblich sind 120, höchstens 300).',
  'finding.saml-too-late':
    'Nach unserer Uhr ist die Nachricht zu alt: {field} war vor {offBySecs} Sekunden, erlaubt sind {slackSecs}. Zeit dort {theirs}, hier {ours}.',
  'finding.saml-too-late.todo':
    'Entweder hat die Person zu lange gewartet, oder die Uhr des Anbieters geht gegenüber unserer nach. Lassen Sie beide durch NTP stellen; ein kleiner Unterschied kann mit „Toleranz in Sekunden“ erlaubt werden (üblich sind 120, höchstens 300).',
  'finding.saml-session-over':
    'Der Anbieter gibt an, dass seine eigene Sitzung vor {offBySecs} Sekunden endete (SessionNotOnOrAfter {theirs}, unsere Zeit {ours}).',
  'finding.saml-session-over.todo':
    'Lassen Sie Sitzungen beim Anbieter länger dauern, oder prüfen Sie die Uhren beider Seiten.',
  'finding.saml-conditions-missing':
    'Die Assertion hat keine Bedingungen (Conditions): Sie sagt nicht, für wen sie bestimmt ist und wie lange sie gilt.',
  'finding.saml-conditions-missing.todo': 'Lassen Sie den Anbieter mit der Assertion Bedingungen samt Audience senden.',
  'finding.saml-replay': 'Diese Assertion wurde bereits verwendet.',
  'finding.saml-replay.todo':
    'Die Person kann auf der Anmeldeseite von vorn beginnen. Hat sie die Seite weder neu geladen noch über „Zurück“ erneut aufgerufen, wurde eine Nachricht wiederholt eingespielt.',
  'finding.saml-subject-transient':
    'Die NameID ist flüchtig (transient): Sie ist bei jeder Anmeldung eine andere und kann daher keine Person kennzeichnen.',
  'finding.saml-subject-transient.todo':
    'Wählen Sie beim Anbieter „persistent“ als NameID-Format, oder nennen Sie unter „Subject-Attribut“ ein Attribut, das gleich bleibt.',
  'finding.saml-groups-link':
    'Die Person ist in mehr Gruppen, als der Anbieter in eine Assertion aufnimmt; daher hat er keine gesendet.',
  'finding.saml-groups-link.todo':
    'Lassen Sie den Anbieter nur die Gruppen senden, die dieser Anwendung zugewiesen sind. Bei Entra ID kann ein Identitätsanbieter des Typs „Microsoft Entra ID“ alle lesen.',
  'finding.saml-groups-attribute':
    'Die Assertion enthält keine Gruppen. „Gruppe“ ist {expected} zugeordnet; die Assertion enthält: {found}.',
  'finding.saml-groups-attribute.todo':
    'Ordnen Sie „Gruppe“ einem der Namen zu, die die Assertion enthält, oder lassen Sie den Anbieter Gruppen senden. Ohne Gruppen haben Personen keine Rollen.',
  'finding.unsolicited-loop':
    'Der Anbieter hat {attempts} Anfragen innerhalb von {seconds} Sekunden so beantwortet, als wären sie nicht gesendet worden.',
  'finding.unsolicited-loop.todo':
    'Stellen Sie den Anbieter so ein, dass Antworten auf die Anfrage verweisen (InResponseTo) und RelayState zurückgeben; sonst dreht sich die Anmeldung im Kreis.',
} as const
