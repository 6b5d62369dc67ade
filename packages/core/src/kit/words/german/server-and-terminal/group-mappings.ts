/** The German of `server-and-terminal/group-mappings.ts`. */
export const groupMappings = {
  MAPPED_GROUP_UNKNOWN: 'Diese Gruppe gehört nicht zu dem Identitätsanbieter, unter dem sie aufgeführt ist.',
  PORTAL_ROLE_APART: 'Portalrollen werden Gruppen in den globalen Einstellungen zugeordnet, nicht in einer Umgebung.',
  APPLICATION_HAS_ROLES: 'Diese Anwendung hat Rollen. Ordnen Sie Gruppen stattdessen ihren Rollen zu.',
  GROUP_EXISTS: 'Der Identitätsanbieter hat diese Gruppe bereits.',
  GROUP_OBJECT_ID:
    'Azure-AD-Gruppen werden durch ihre Objekt-ID bestimmt, weil ihre Namen von anderen gewählt werden können. Geben Sie die Objekt-ID ein oder suchen Sie in der Gruppenliste nach dem Namen.',
} as const
