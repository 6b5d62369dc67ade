/** The German of `tenant/username-formats.ts`. */
export const usernameFormats = {
  prefixes: 'Windows-Domäne',
  suffixes: 'E-Mail-Domäne',
  emailDomains: 'Domänen nur für E-Mail-Adressen',
  EMAIL_DOMAIN_SHAPE: 'Geben Sie eine E-Mail-Domäne ein, etwa acme.example.',
  WINDOWS_DOMAIN_SHAPE: 'Geben Sie eine Windows-Domäne ein, etwa ACME, ohne Leerzeichen oder Trennzeichen.',
  TOO_MANY_FORMATS: 'Ein Identitätsanbieter kann höchstens 500 davon haben.',
  FORMATS_REQUIRED:
    'Keine Formate konfiguriert: Fügen Sie zuerst ein Benutzernamenformat hinzu, oder schalten Sie den Identitätsanbieter aus, um ohne Format zu speichern.',
  FORMATS_PRIMARY:
    'Der primäre Identitätsanbieter braucht ein Benutzernamenformat: Ohne dieses könnte sich niemand anmelden.',
  FORMAT_TWICE: '„{value}“ steht doppelt in der Liste.',
  FORMAT_TAKEN: '„{value}“ gehört zum Identitätsanbieter „{provider}“.',
  FORMAT_TAKEN_ELSEWHERE: '„{value}“ ist von einem anderen Unternehmen reserviert.',
  FORMAT_TAKEN_SUBDOMAIN: '„{value}“ ist Teil einer Domäne, die ein anderes Unternehmen reserviert hat.',
  FORMAT_PUBLIC_SUFFIX:
    '„{value}“ ist ein öffentliches Suffix: Domänen darunter gehören vielen Inhabern. Geben Sie Ihre eigene Domäne ein.',
  FORMAT_MAIL_PROVIDER:
    '„{value}“ gehört einem E-Mail-Dienst, der Adressen an die Allgemeinheit vergibt. Wenden Sie sich an den Betreiber des Servers, falls die Domäne Ihnen gehört.',
  FORMAT_MIXED_SCRIPTS:
    '„{value}“ mischt Buchstaben verschiedener Schriften. Verwenden Sie nur Buchstaben einer einzigen Schrift.',
  'formats.none': 'Keine Formate konfiguriert',
  'formats.needed':
    'Zum Speichern und Testen von Änderungen eines Identitätsanbieters ist mindestens ein Benutzernamenformat erforderlich.',
  'formats.saved': 'Die Benutzernamenformate wurden gespeichert.',
  'formats.lead':
    'Ein Benutzername führt zu dem Identitätsanbieter, zu dem seine Domäne gehört. Jede Domäne gehört zu einem Identitätsanbieter, und es zählt die längste passende.',
  'formats.suffixesHint': 'Für Benutzernamen wie ada@acme.example. Eine Domäne umfasst auch ihre Unterdomänen.',
  'formats.prefixesHint': 'Für Benutzernamen wie ACME\\ada.',
  'formats.emailDomainsHint':
    'Für E-Mail-Adressen mit einer anderen Domäne als der Benutzername. Anwendungen identifizieren Personen nur anhand von Adressen in den Domänen ihres Identitätsanbieters.',
  'formats.noneSuffixes': 'Noch keine E-Mail-Domäne.',
  'formats.nonePrefixes': 'Noch keine Windows-Domäne.',
  'formats.noneEmailDomains': 'Noch keine weitere Domäne.',
  'formats.add': 'Hinzufügen',
  'formats.addSuffixes': 'E-Mail-Domäne hinzufügen',
  'formats.addPrefixes': 'Windows-Domäne hinzufügen',
  'formats.addEmailDomains': 'Domäne für E-Mail-Adressen hinzufügen',
  'formats.remove': '{value} entfernen',
  'formats.new': 'Neu',
  'whereis.title': 'Wohin führt dieser Benutzername?',
  'whereis.ask': 'Ermitteln',
  'whereis.placeholder': 'ada@acme.example oder ACME\\ada',
  'whereis.lookedFor': 'Gesucht: {list}',
  'whereis.found': '„{username}“ endet auf @{value}: Die Personen dieser Domäne melden sich über „{provider}“ an.',
  'whereis.foundPrefix':
    '„{username}“ beginnt mit {value}\\: Die Personen dieser Windows-Domäne melden sich über „{provider}“ an.',
  'whereis.longest': 'Zu „{username}“ passen mehrere Formate. Es zählt das längste, {value}: Es führt zu „{provider}“.',
  'whereis.disabled': '„{provider}“ hat das Format {value}, ist aber ausgeschaltet.',
  'whereis.elsewhere':
    'Ein anderes Unternehmen hat diese Domäne reserviert. Diese Personen können sich hier nicht anmelden.',
  'whereis.nowhere':
    'Kein Identitätsanbieter hat ein Format für diese Domäne. Fügen Sie sie unter „Benutzernamenformate“ bei dem Anbieter hinzu, der diese Personen kennt.',
  'whereis.malformed':
    'Das ist offenbar kein gültiger Benutzername. Erwartet wird eine Form wie name@domäne oder DOMÄNE\\name.',
} as const
