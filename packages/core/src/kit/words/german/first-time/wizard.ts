/** The German of `first-time/wizard.ts`. */
export const wizard = {
  SETUP_URL_REFUSED:
    'Diese Einrichtungs-URL ist nicht mehr gültig. Sie wurde durch eine neuere ersetzt, ihre Einrichtung ist abgeschlossen, oder sie ist älter als {setupUrlHours, number} Stunden. Bitten Sie den Betreiber des Servers um eine neue.',
  SETUP_GROUP_REQUIRED: 'Wählen Sie eine Gruppe',
  SETUP_NOT_REACHED: 'Schließen Sie zuerst die früheren Schritte ab.',
  'setup.providerName': 'Mein Identitätsanbieter',
  'setup.title': 'Ersteinrichtung',
  'setup.of': 'Ersteinrichtung von {tenant}',
  'setup.openingFailed': 'Die Einrichtungs-URL konnte nicht geöffnet werden',
  'setup.noToken':
    'Öffnen Sie die vollständige Einrichtungs-URL, die Sie erhalten haben. Sie endet mit einem # und einem langen Code, der hier fehlt.',
  'setup.invitation':
    'Diese Einrichtungs-URL verbindet {tenant} mit seinem Identitätsanbieter und legt fest, wer {tenant} verwaltet. Beginnen Sie nur, wenn Sie gebeten wurden, {tenant} einzurichten.',
  'setup.endsSession': 'Sie sind als {name} bei {tenant} angemeldet. Diese Sitzung endet, wenn Sie beginnen.',
  'setup.endsOther':
    'Die Einrichtung oder Wiederherstellung von {tenant}, die in diesem Browser offen ist, endet, wenn Sie beginnen.',
  'setup.begin': 'Einrichtung beginnen',
  'setup.steps': 'Schritte der Einrichtung',
  'setup.step.1': 'Typ des Identitätsanbieters',
  'setup.step.2': 'Konfiguration',
  'setup.step.3': 'Benutzernamenformat',
  'setup.step.4': 'Test und Security Admin',
  'setup.goBack': 'Zurück',
  'setup.next': 'Weiter',
  'setup.saveNext': 'Speichern und weiter',
  'setup.end': 'Einrichtung verlassen',
  'setup.until': 'Die Einrichtungs-URL gilt bis {time}.',
  'setup.replaces':
    'Dieses Unternehmen ist bereits eingerichtet. Wird diese Einrichtung abgeschlossen, tritt ein neuer primärer Identitätsanbieter an die Stelle von „{name}“, der die Rolle Security Admin verliert.',
  'setup.type.lead':
    'Mit welchem Produkt melden sich Personen an? Die Anleitung dazu nennt die nötigen Schritte im Produkt.',
  'setup.type.others': 'Ein anderes Produkt',
  'setup.type.othersHint': 'Wählen Sie sein Protokoll. Jedes Produkt mit OpenID Connect oder SAML 2.0 funktioniert.',
  'setup.type.kind': 'Protokoll',
  'setup.type.change':
    'Ein anderer Typ verwirft die Konfiguration von „{name}“ samt Benutzernamenformaten. Mit dem neuen Typ fortfahren?',
  'setup.type.changeTitle': 'Konfiguration verwerfen?',
  'setup.type.discard': 'Verwerfen und fortfahren',
  'setup.config.lead':
    'Tragen Sie unsere Adressen bei {product} ein und hier die Angaben, die Sie bei {product} erhalten.',
  'setup.config.ours': 'Bei {product} einzutragen',
  'setup.config.oursHint': 'Unsere Adressen für diesen Identitätsanbieter. Sie ändern sich nicht mehr.',
  'setup.config.download': 'Unsere Metadaten herunterladen',
  'setup.guide.title': 'Was bei {product} zu tun ist',
  'setup.guide.run': 'Diese Anleitung wurde mit {version} erprobt.',
  'setup.guide.read': 'Diese Anleitung wurde nicht mit einem laufenden Produkt erprobt.',
  'setup.product.provider': 'Ihrem Identitätsanbieter',
  'setup.format.lead':
    'Ein Benutzername führt zu diesem Identitätsanbieter durch den Teil nach dem @ oder durch die Windows-Domäne vor dem Backslash. Fügen Sie mindestens eine Domäne hinzu, die in Ihrem Unternehmen verwendet wird.',
  'setup.format.none': 'Keine Formate konfiguriert',
  'setup.complete.title': 'Der Identitätsanbieter ist konfiguriert',
  'setup.complete.text':
    'Er nimmt noch keine Anmeldungen an. Melden Sie sich einmal an, um nachzuweisen, dass er funktioniert, und wählen Sie dann die Gruppe, die Portico verwaltet.',
  'setup.complete.next': 'Jetzt testen',
  'setup.test.title': 'Testanmeldung',
  'setup.test.lead':
    'Melden Sie sich als eine Person an, die Portico verwalten soll. Ein neuer Tab wird geöffnet, und diese Seite zeigt, was dort geschieht.',
  'setup.test.start': 'Testanmeldung',
  'setup.test.again': 'Erneut testen',
  'setup.group.title': 'Erste Gruppenzuweisung',
  'setup.group.lead':
    'Mitglieder dieser Gruppe werden Security Admin und verwalten Portico für das ganze Unternehmen. Dies sind die Gruppen von {username}.',
  'setup.group.first': 'Zuerst muss eine Testanmeldung gelingen. Danach stehen ihre Gruppen hier zur Wahl.',
  'setup.group.none':
    'Die Testanmeldung brachte keine Gruppen. Lassen Sie den Anbieter sie in dem Gruppen-Claim oder -Attribut senden, das Schritt 2 nennt, und testen Sie erneut.',
  'setup.group.assign': 'Zuweisen und Einrichtung abschließen',
  'setup.finished.title': 'Die Einrichtung ist abgeschlossen',
  'setup.finished.text':
    'Der Identitätsanbieter ist in Betrieb, und Mitglieder von „{group}“ sind Security Admin. Die Einrichtungs-URL ist nicht mehr gültig.',
  'setup.finished.signIn': 'Anmelden',
} as const
