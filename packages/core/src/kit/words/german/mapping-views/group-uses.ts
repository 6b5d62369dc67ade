/** The German of `mapping-views/group-uses.ts`. */
export const groupUses = {
  'uses.provider': 'Gruppe von {provider}, gesendet als',
  'uses.members': 'Mitglieder',
  'uses.count': '{count, plural, one {# Zuordnung} other {# Zuordnungen}}',
  'uses.none':
    'Diese Gruppe hat keine Zuordnung. Ordnen Sie sie auf der Registerkarte „Rollen und Gruppen“ einer Umgebung zu.',
  'uses.unknown': 'Diese Gruppe gibt es nicht. Vielleicht wurde sie entfernt.',
  'uses.portal': 'Portal, alle Umgebungen',
  'uses.portalHint': 'Security Admin zählt nur für Gruppen des primären Identitätsanbieters.',
  'uses.mapping': 'Zugeordnet zu',
  'uses.kind': 'Art',
  'uses.portal-role': 'Portalrolle',
  'uses.tenant-role': 'Eigene Rolle',
  'uses.application-role': 'Rolle einer Anwendung',
  'uses.toGroups': 'Zu den Gruppen',
} as const
