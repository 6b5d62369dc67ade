/** The German of `of-scim/group-source.ts`. */
export const groupSource = {
  'groupSource.title': 'Quelle der Gruppen',
  'groupSource.is.claims': 'Personen erhalten ihre Gruppen bei der Anmeldung vom Identitätsanbieter.',
  'groupSource.is.scim': 'Personen erhalten die Gruppen, die das Verzeichnis über SCIM sendet.',
  'groupSource.to.scim': 'Gruppen aus SCIM übernehmen',
  'groupSource.to.claims': 'Gruppen aus Anmeldungen übernehmen',
  'groupSource.ask.scim': 'Gruppen aus SCIM übernehmen?',
  'groupSource.ask.claims': 'Gruppen aus Anmeldungen übernehmen?',
  'groupSource.sent':
    'Das Verzeichnis hat {groups, plural, one {# Gruppe} other {# Gruppen}} mit {people, plural, one {# Person} other {# Personen}} gesendet.',
  'groupSource.losing':
    '{people, plural, =0 {Niemand verliert eine Gruppe, die eine Rolle gibt.} one {# Person verliert eine Gruppe, die eine Rolle gibt.} other {# Personen verlieren Gruppen, die Rollen geben.}}',
  'groupSource.losesOwn': 'Auch Sie selbst verlieren eine dieser Gruppen.',
  'groupSource.gaining':
    '{people, plural, =0 {Niemand erhält eine weitere Gruppe, die eine Rolle gibt.} one {# Person erhält eine weitere Gruppe, die eine Rolle gibt.} other {# Personen erhalten weitere Gruppen, die Rollen geben.}}',
  'groupSource.fromSignIns': 'Personen behalten ihre bisherigen Gruppen, bis sie sich wieder anmelden.',
  'groupSource.now.claims': 'Die Gruppen kommen jetzt aus Anmeldungen.',
  'groupSource.now.scim': 'Die Gruppen kommen jetzt aus SCIM.',
} as const
