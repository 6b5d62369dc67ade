/** The German of `mapping-views/matrix.ts`. */
export const matrix = {
  'matrix.title': 'Rollen und Gruppen von {name}',
  'matrix.lead':
    'Ein Häkchen bedeutet, dass Mitglieder der Gruppe die Rolle haben. Öffnen Sie eine Rolle oder Gruppe über ihren Namen.',
  'matrix.back': 'Zu den Anwendungen',
  'matrix.columns': 'Spalten',
  'matrix.mapped': 'Auf dieser Seite zugeordnete Gruppen',
  'matrix.shownGroups': '{count, plural, =0 {Keine Gruppen} other {Gruppen {from, number}–{to, number} von {total}}}',
  'matrix.previousGroups': 'Vorherige Gruppen',
  'matrix.nextGroups': 'Nächste Gruppen',
  'matrix.pages': 'Seiten der Gruppen',
  'matrix.noColumn':
    'Keine dieser Rollen hat eine Gruppe. Wählen Sie einen Identitätsanbieter, um seine Gruppen als Spalten zu sehen.',
  'matrix.noGroup': 'Keine Gruppe passt zu „{text}“.',
  'matrix.custom': 'Eigene Rolle',
  'matrix.portal': 'Portal, alle Umgebungen',
  'matrix.portalFixed': 'Security Admin wird in den globalen Einstellungen geändert, Registerkarte „Sicherheit“.',
  'matrix.cell': '{role}, {group}',
  'matrix.narrow': 'Jede Rolle führt ihre Gruppen auf. Öffnen Sie eine Rolle, um sie zu ändern.',
  'matrix.unchanged': 'Setzen oder entfernen Sie ein Häkchen, um eine Zuordnung zu ändern.',
  'plan.saved': '{count, plural, one {# Zuordnung wurde gespeichert.} other {# Zuordnungen wurden gespeichert.}}',
  'plan.stale':
    '„{name}“ wurde inzwischen geändert und daher nicht gespeichert. Laden Sie den Eintrag neu, um Ihre Änderungen erneut anzuwenden.',
  'plan.gone': '„{name}“ wurde inzwischen gelöscht und daher nicht gespeichert.',
  'plan.failed': '„{name}“ wurde nicht gespeichert. {reason}',
  'plan.rest': '{count, plural, one {# Zuordnung ist} other {# Zuordnungen sind}} noch nicht gespeichert.',
  'plan.readAgain': 'Neu laden',
  'plan.leaveOut': 'Auslassen',
} as const
