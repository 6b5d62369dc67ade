/** The German of `tenant/tenant-roles.ts`. */
export const tenantRoles = {
  TENANT_ROLE_LABEL_REQUIRED: 'Geben Sie einen Namen für die eigene Rolle ein.',
  TENANT_ROLE_LABEL_TOO_LONG: 'Der Name einer eigenen Rolle darf höchstens {nameLengthMax} Zeichen haben.',
  'tenantRole.created': 'Die eigene Rolle wurde angelegt.',
  'tenantRole.updated': 'Die eigene Rolle wurde gespeichert.',
  'tenantRole.deleted': 'Die eigene Rolle und ihre Zuordnungen wurden gelöscht.',
  'tenantRole.notFound': 'Es gibt keine eigene Rolle mit dieser ID.',
  'tenantRole.none': 'Es gibt noch keine eigenen Rollen.',
  'tenantRole.create': 'Eigene Rolle anlegen',
  'tenantRole.toList': 'Zu den eigenen Rollen',
  'tenantRole.deleteTitle': '{name} löschen?',
  'tenantRole.deleteMessage':
    'Die Rolle und ihre Zuordnungen in allen Umgebungen werden gelöscht. Dies lässt sich nicht rückgängig machen.',
  'tenantRole.deleteCount':
    '{count, plural, =0 {Sie ist keiner Gruppe zugeordnet.} one {# Zuordnung wird mitgelöscht: {where}.} other {# Zuordnungen werden mitgelöscht: {where}.}}',
  'tenantRole.lead':
    'Eigene Rollen sind in allen Umgebungen gleich. Auf der Registerkarte „Rollen und Gruppen“ einer Umgebung legen Sie fest, welche Gruppen sie dort haben.',
  'tenantRole.noneHint': 'Eine eigene Rolle hat einen Namen; in jeder Umgebung wird sie Gruppen zugeordnet.',
  'tenantRole.readonly': 'Eigene Rollen sind schreibgeschützt: Anlegen, Umbenennen und Löschen sind nicht möglich.',
  'tenantRole.search': 'Eigene Rollen suchen',
  'tenantRole.noMatch': 'Keine eigene Rolle passt zu „{text}“.',
  'tenantRole.count': '{count, plural, one {# eigene Rolle} other {# eigene Rollen}}',
  'tenantRole.mappings': 'Gruppen mit dieser Rolle',
  'tenantRole.mappingsIn': 'Gruppen in {name}',
} as const
