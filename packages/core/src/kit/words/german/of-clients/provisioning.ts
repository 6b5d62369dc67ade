/** The German of `of-clients/provisioning.ts`. */
export const provisioning = {
  PROVISIONING_OF_PORTAL:
    'Für das Portal selbst gibt es keine Bereitstellung: Es kennt diese Personen schon. Wählen Sie eine andere Anwendung.',
  PROVISIONING_TOKEN_REQUIRED: 'Geben Sie das Bearer-Token ein, das die Anwendung für SCIM-Anfragen akzeptiert.',
  PROVISIONING_TOKEN_SHAPE:
    'Geben Sie ein Token ein, das nur Buchstaben, Ziffern und - . _ ~ + / = enthält, keine Leerzeichen.',
  PROVISIONING_URL_SHAPE:
    'Geben Sie eine Adresse ein, die mit https:// beginnt, ohne Benutzernamen, Abfrage (?) oder Fragment (#).',
  'provisioning.saved': 'Die Einstellungen der Bereitstellung wurden gespeichert.',
  'provisioning.removed':
    'An die Anwendung werden keine Personen und Gruppen mehr gesendet. Dort vorhandene bleiben bestehen.',
  'provisioning.retried': 'Alle ausstehenden Änderungen werden jetzt erneut gesendet.',
  'provisioning.tested': 'Die Anwendung hat geantwortet und das Token akzeptiert.',
  'provisioning.resent': 'Alles wird verglichen und noch einmal gesendet.',
  'provisioning.testFailed': 'Die Verbindung funktioniert nicht: {why}',
  'provisioning.testToken':
    'Die Anwendung hat das Token mit Status {status} abgelehnt. Prüfen Sie, ob es vollständig ist, nicht abgelaufen ist und für SCIM verwendet werden darf.',
  'provisioning.test.address':
    'Unter dieser Adresse gibt es keinen SCIM-Dienst: Die Antwort hatte den Status {status}. Die Basis-URL ist der Teil vor /Users.',
  'provisioning.test.answer':
    'Unter dieser Adresse antwortet etwas, aber kein SCIM-Dienst. Die Basis-URL ist der Teil vor /Users.',
  'provisioning.testSays': 'Die Antwort lautet: {detail}',
  'provisioning.testFirst': 'Geben Sie zuerst die Basis-URL und das Token ein.',
  'provisioning.title': 'Bereitstellung',
  'provisioning.lead':
    'Portico sendet die Personen, die diese Anwendung in dieser Umgebung öffnen können, schon vor der ersten Anmeldung an den SCIM-Dienst der Anwendung und hält sie dort aktuell.',
  'provisioning.url': 'Basis-URL des SCIM-Diensts',
  'provisioning.hint.url':
    'Die Adresse, an die /Users angehängt wird. Eine andere Adresse gilt als neues Verzeichnis: Sie braucht ein eigenes Token, und alles wird erneut dorthin gesendet.',
  'provisioning.bearerToken': 'Bearer-Token',
  'provisioning.hint.bearerToken':
    'Das Token, das die Anwendung für SCIM ausgestellt hat. Es wird verschlüsselt gespeichert und nie angezeigt.',
  'provisioning.tokenStored': 'Gespeichert',
  'provisioning.tokenKept': 'Ein Token ist gespeichert. Lassen Sie das Feld leer, um es zu behalten.',
  'provisioning.sendGroups': 'Auch Gruppen senden',
  'provisioning.hint.sendGroups':
    'Die Gruppen, die Zugriff auf die Anwendung geben, mit ihren Mitgliedern. Wenn Sie dies ausschalten, werden bereits gesendete Gruppen in der Anwendung gelöscht.',
  'provisioning.anyEmail': 'E-Mail-Adressen jeder Domäne senden',
  'provisioning.hint.anyEmail':
    'Nur für eine Anwendung, die Personen nicht anhand ihrer E-Mail-Adresse identifiziert: Eine Adresse außerhalb der Domänen des Identitätsanbieters kann jemand anderem gehören.',
  'provisioning.removal': 'Personen, die den Zugriff verlieren',
  'provisioning.removal.deactivate': 'In der Anwendung deaktivieren',
  'provisioning.removal.delete': 'In der Anwendung löschen',
  'provisioning.enabled': 'Änderungen senden',
  'provisioning.hint.enabled': 'Solange dies ausgeschaltet ist, wird nichts gesendet.',
  'provisioning.yes': 'Ja',
  'provisioning.no': 'Nein',
  'provisioning.progress': 'Fortschritt',
  'provisioning.state.on': 'Ein',
  'provisioning.state.retrying': 'Wartet nach einem Fehler',
  'provisioning.state.off': 'Aus',
  'provisioning.state.refused':
    '{kind, select, group {Gruppen kommen nicht an: Die Anwendung lehnt sie ab. Wenn sie keine Gruppen unterstützt, schalten Sie „Auch Gruppen senden“ aus.} other {Personen kommen nicht an: Die Anwendung lehnt sie ab. Prüfen Sie die Basis-URL und die Berechtigungen des Tokens in der Anwendung.}}',
  'provisioning.failing': 'Funktioniert nicht',
  'provisioning.state.unauthorized':
    'Angehalten: Die Anwendung hat das Token abgelehnt. Geben Sie ein neues ein und schalten Sie „Änderungen senden“ ein.',
  'provisioning.state.removals':
    'Angehalten: {count, plural, one {# Person würde} other {# Personen würden}} aus der Anwendung entfernt. Wenn das richtig ist, schalten Sie „Änderungen senden“ ein. Wenn nicht, korrigieren Sie zuerst die Gruppen, Zuordnungen oder Identitätsanbieter.',
  'provisioning.stateNow': 'Status: {state}',
  'provisioning.state.restored':
    'Angehalten: Diese Datenbank wurde aus einer Sicherung wiederhergestellt. Darf diese Kopie von Portico an die Anwendung senden, schalten Sie „Änderungen senden“ ein: Dann wird alles verglichen und noch einmal gesendet.',
  'provisioning.notYet': 'Noch nicht',
  'provisioning.failure.status': 'Die Anwendung hat mit Status {status} geantwortet',
  'provisioning.failure.redirect': 'Die Anwendung hat mit einer Weiterleitung geantwortet, der nicht gefolgt wird',
  'provisioning.failure.timeout': 'Die Anwendung hat nicht rechtzeitig geantwortet',
  'provisioning.failure.forbidden':
    'Der Server ruft diese Adresse nicht auf: Erlaubt sind nur öffentliche https-Adressen',
  'provisioning.failure.unreachable': 'Die Anwendung war nicht erreichbar',
  'provisioning.failure.tls':
    'Die sichere Verbindung ist fehlgeschlagen. Das Zertifikat ist vielleicht abgelaufen oder nicht vertrauenswürdig',
  'provisioning.failure.address': 'Unter dieser Adresse gibt es keinen SCIM-Dienst',
  'provisioning.failure.answer': 'Die Antwort war keine gültige SCIM-Antwort',
  'provisioning.failure.taken': 'Eine andere Person oder Gruppe in der Anwendung hat diesen Namen bereits',
  'provisioning.failure.members': 'Einige Mitglieder der Gruppe sind noch nicht in der Anwendung',
  'provisioning.kind.person': 'Person',
  'provisioning.kind.group': 'Gruppe',
  'provisioning.change.create': 'Anlegen',
  'provisioning.change.update': 'Ändern',
  'provisioning.change.remove': 'Entfernen',
  'provisioning.behind': 'Ausstehend',
  'provisioning.behindLead': 'Personen und Gruppen, die in der Anwendung noch nicht auf dem neuesten Stand sind.',
  'provisioning.behindNone': 'Die Anwendung ist auf dem neuesten Stand.',
  'provisioning.behindCount':
    '{count, plural, one {# Person oder Gruppe wird angezeigt.} other {# Personen und Gruppen werden angezeigt.}}',
  'provisioning.takeovers': 'Vorhandene Konten',
  'provisioning.takeoversLead':
    'Die Anwendung hat schon Konten oder Gruppen mit diesen Namen. Portico übernimmt ein Konto erst, wenn Sie es genehmigen: Die Person bekommt dann alles, was in dem Konto ist.',
  'provisioning.takeoversNone':
    'Kein vorhandenes Konto hat den Namen einer Person oder Gruppe, die gesendet werden soll.',
  'provisioning.takeoversSearch': 'Vorhandene Konten suchen',
  'provisioning.takeoversClear': 'Suche löschen',
  'provisioning.takeoversCount':
    '{count, plural, one {# vorhandenes Konto wird angezeigt.} other {# vorhandene Konten werden angezeigt.}}',
  'provisioning.takeover.approval': 'Wartet auf Genehmigung',
  'provisioning.takeover.approved': 'Genehmigt',
  'provisioning.takeover.identifier': 'Nicht möglich: Es gehört einem anderen System',
  'provisioning.takeover.ours': 'Nicht möglich: Portico verwendet es für eine andere Person oder Gruppe',
  'provisioning.takeover.several': 'Nicht möglich: Mehrere Konten haben den Namen',
  'provisioning.takeover.hidden': 'Nicht möglich: Die Anwendung zeigt es nicht an',
  'provisioning.markAll': 'Alle markieren',
  'provisioning.approve': 'Genehmigen',
  'provisioning.approveAsk':
    '{count, plural, one {# Person oder Gruppe übernimmt ein vorhandenes Konto} other {# Personen und Gruppen übernehmen vorhandene Konten}} von {application} in {environment}. Identitätsanbieter: {providers}. Jede Person bekommt alles, was in dem Konto ist. Das lässt sich nicht rückgängig machen. Genehmigen?',
  'provisioning.approveAskOne':
    '{kind, select, group {Die Gruppe} other {Die Person}} {name} von {provider} übernimmt {kind, select, group {eine vorhandene Gruppe} other {ein vorhandenes Konto}} von {application} in {environment}: {account}. {since, select, created {Dort vorhanden seit: {date}.} other {Von Portico dort gefunden: {date}.}} {kind, select, group {} other {Die Person bekommt alles, was in dem Konto ist. }}Das lässt sich nicht rückgängig machen. Genehmigen?',
  'provisioning.approved': '{count, plural, one {# Übernahme wurde genehmigt.} other {# Übernahmen wurden genehmigt.}}',
  'provisioning.approveChanged':
    '{count, plural, one {# Konto hat sich geändert, seit es angezeigt wurde, und wurde nicht genehmigt.} other {# Konten haben sich geändert, seit sie angezeigt wurden, und wurden nicht genehmigt.}} Prüfen Sie die Liste noch einmal.',
  'provisioning.approveNone': 'Davon lässt sich nichts genehmigen.',
  'provisioning.test': 'Verbindung testen',
  'provisioning.retry': 'Jetzt erneut versuchen',
  'provisioning.retryOff': 'Zurzeit wird nichts gesendet: Schalten Sie zuerst „Änderungen senden“ ein.',
  'provisioning.resend': 'Alles noch einmal senden',
  'provisioning.resendAsk':
    'Alles noch einmal an {application} in {environment} senden? Das hilft, wenn die Anwendung von dem abweichen kann, was Portico gesendet hat. Ein Konto dort mit demselben Namen, dessen Kennung Portico vergeben hat und nicht mehr kennt, lässt sich dann unter „Vorhandene Konten“ genehmigen.',
  'provisioning.stop': 'Senden beenden',
  'provisioning.stopAsk':
    'Sollen keine Personen mehr an {application} in {environment} gesendet werden? Portico löscht das Token. Personen und Gruppen in der Anwendung bleiben unverändert.',
} as const
