/** The German of `server-and-terminal/access.ts`. */
export const access = {
  'explain.otherProvider':
    '„{username}“ führt zu „{there}“, aber {name} gehört zu „{provider}“: Prüfen Sie die Benutzernamenformate beider.',
  'explain.provider':
    '„{provider}“ ist eingeschaltet{primary, select, true { und der primäre Identitätsanbieter} other {}}.',
  'explain.providerOff':
    '„{provider}“ ist ausgeschaltet. Die zugehörigen Personen können sich erst anmelden, wenn er eingeschaltet ist.',
  'explain.person': '{name} ist als „{username}“ bekannt und hat sich zuletzt am {at} angemeldet.',
  'explain.personKnown': '{name} ist als „{username}“ bekannt und hat sich noch nicht angemeldet.',
  'explain.personForeign':
    'Der Benutzername {username} von {name} gehört nicht zu {provider}: Eine Anmeldung ist nicht möglich. Ändern Sie den Namen beim Anbieter oder dessen Benutzernamenformate.',
  'people.ambiguousUsername':
    'Die Domäne des Benutzernamens gehört zum Identitätsanbieter, aber eine Anwendung kann im Namen eine andere Domäne lesen.',
  'explain.personOff':
    '{name} wurde deaktiviert, eine Anmeldung ist nicht möglich. Die Administration kann die Person reaktivieren.',
  'explain.several':
    '{count, plural, other {# Personen}} von „{provider}“ haben diesen Benutzernamen. Dies ist {name}, mit der jüngsten Anmeldung.',
  'explain.notSeen':
    '„{username}“ hat sich noch nicht über „{provider}“ angemeldet. Welche Gruppen die Person hat, ist nach der ersten Anmeldung bekannt.',
  'explain.seenElsewhere':
    '„{username}“ hat sich noch nicht über „{provider}“ angemeldet, aber bei „{other}“ ist eine Person mit diesem Benutzernamen bekannt.',
  'explain.groups':
    'In {count, plural, one {# Gruppe} other {# Gruppen}}: {list}{more, plural, =0 {} other { und # weitere}}.',
  'explain.received': '{name} (empfangen als {claim})',
  'explain.noGroups':
    '„{provider}“ hat keine Gruppen gesendet. Prüfen Sie seinen Gruppen-Claim und die Gruppen der Person dort.',
  'explain.noGroupsYet': 'Vor der ersten Anmeldung ist keine Gruppe der Person bekannt.',
  'explain.groupsUnknown': 'Die Gruppen kommen mit der ersten Anmeldung.',
  'explain.roles':
    'Hat {count, plural, one {# Rolle} other {# Rollen}}: {list}{more, plural, =0 {} other { und # weitere}}.',
  'explain.role': '{role} von {application} in {environment} (durch {groups})',
  'explain.tenantRole': '{role} in {environment} (durch {groups})',
  'explain.portalRole': '{role} (durch {groups})',
  'explain.access': 'Zugriff ohne Rolle (durch {groups}).',
  'explain.noRoles': 'Keine Gruppe der Person ist einer Rolle{place} zugeordnet.',
  'explain.rolesUnknown': 'Die Rollen ergeben sich aus den Gruppen.',
  'explain.inEnvironment': ' in {environment}',
  'explain.ofApplication': ' von {application}',
  'explain.ofApplicationIn': ' von {application} in {environment}',
  'explain.openedBy': 'Gruppen mit Zugriff auf die Anwendung: {list}{more, plural, =0 {} other { und # weitere}}.',
  'explain.openingGroup': '{name} ({what} in {environment}, von „{provider}“)',
  'explain.justAccess': 'Zugriff',
  'explain.nothingMapped': 'Keine Gruppe hat Zugriff auf die Anwendung.',
  'explain.notPlaced': '{application} gehört nicht zu den Anwendungen von {environment}.',
  'explain.adminElsewhere':
    'Die Gruppe {groups} ist Security Admin zugeordnet, aber diese Rolle zählt nur für Personen des primären Identitätsanbieters{primary, select, none {} other { „{primary}“}}.',
  'explain.portalItself': 'Das Portal selbst steht allen offen, die sich anmelden können.',
  'explain.applications':
    'Kann {count, plural, one {# Anwendung} other {# Anwendungen}} öffnen: {list}{more, plural, =0 {} other { und # weitere}}.',
  'explain.applicationIn': '{application} in {environment}',
  'explain.noApplications': 'Kann {what, select, one {diese Anwendung nicht} other {keine Anwendung}} öffnen.',
  'explain.opensUnless':
    'Die Gruppen würden {list}{more, plural, =0 {} other { und # weitere}} öffnen, aber die Person kann sich nicht anmelden.',
  'explain.applicationsUnknown': 'Was die Person öffnen kann, ist nach der ersten Anmeldung bekannt.',
} as const
