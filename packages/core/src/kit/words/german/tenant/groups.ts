/** The German of `tenant/groups.ts`. */
export const groups = {
  GROUP_UNKNOWN: 'Diese Gruppe gehört nicht zum primären Identitätsanbieter.',
  CONFIRM_WITHIN: 'Die Frist zur Bestätigung einer Änderung beträgt 1 Minute bis 24 Stunden.',
  IDP_CONFIRM_NEW:
    'Dieser Anbieter war noch nie wirksam, daher gibt es keine frühere Konfiguration zum Zurückkehren. Übernehmen Sie ihn ohne Bestätigungsfrist.',
  ADMIN_GROUP_REQUIRED: 'Wählen Sie mindestens eine Gruppe für Security Admin.',
  LAST_ADMIN_PATH: 'Nach dieser Änderung gäbe es keinen nachgewiesenen Weg mehr, das Portal zu verwalten. {reason}',
  'adminPath.noProvider': 'Security Admin erfordert einen primären Identitätsanbieter, der eingeschaltet ist.',
  'adminPath.notSent':
    'Noch hat sich kein Mitglied von {groups}, das das Verzeichnis gesendet hat, angemeldet. Senden Sie über SCIM eine Person aus der Administration, lassen Sie sie sich anmelden, und versuchen Sie es erneut.',
  'adminPath.unproven':
    'Mit dieser Konfiguration von {provider} ist noch keinem Mitglied von {groups} eine Anmeldung oder Testanmeldung gelungen. Führen Sie zuerst eine Testanmeldung mit einem Konto aus einer solchen Gruppe durch.',
  PORTAL_ROLE_PRIMARY:
    'Die Rolle Security Admin liegt bei Gruppen des primären Identitätsanbieters. Um die Gruppe eines anderen zu wählen, wechseln Sie den primären Anbieter.',
  'groups.search': 'Gruppen suchen',
  'groups.clear': 'Suche löschen',
  'groups.noMatch': 'Keine Gruppe passt zu „{text}“.',
  'groups.none':
    'Portico kennt keine Gruppe dieses Identitätsanbieters. Gruppen erscheinen, sobald sich eine Person über ihn anmeldet.',
  'groups.count': '{count, plural, one {# Gruppe} other {# Gruppen}}',
  'groups.shown': '{shown, number} von {total} Gruppen. Die übrigen finden Sie über die Suche.',
  'groups.chosen': 'Ausgewählt',
  'groups.remove': '{name} entfernen',
  'groups.title': 'Gruppen',
  'groups.lead':
    'Gruppen, die Identitätsanbieter bei Anmeldungen genannt haben oder die aus einem Verzeichnis gelesen wurden. Ihnen werden Rollen und Anwendungen zugeordnet.',
  'groups.provider': 'Identitätsanbieter',
  'groups.notSeen': 'Noch nicht vorgekommen',
  'groups.mappedNowhere': 'nichts',
  'groups.mappedMore': '{count, number} weitere',
  'groups.forget': 'Nicht zugeordnete Gruppen entfernen',
  'groups.forgetAsk':
    'Alle Gruppen von {name} ohne Zuordnung werden entfernt. Die übrigen bleiben. Nennt eine Anmeldung eine Gruppe erneut, erscheint diese wieder.',
  'groups.forgotten':
    '{count, plural, =0 {Keine Gruppe wurde entfernt: Alle sind zugeordnet.} one {# Gruppe wurde entfernt.} other {# Gruppen wurden entfernt.}}',
  'portalRoles.title': 'Portalrollen',
  'portalRoles.lead': 'Mitglieder dieser Gruppen verwalten dieses Portal.',
  'portalRoles.none': 'Keine Gruppe hat diese Rolle.',
  'portalRoles.primary': '{name} (primär)',
  'portalRoles.seeGroups': 'Alle Gruppen',
  'portalRole.groups': 'Gruppen',
  'portalRole.groupsOf': 'Gruppen von {name} mit der Rolle {role}',
  'portalRole.saved': 'Die Gruppen der Rolle wurden gespeichert.',
} as const
