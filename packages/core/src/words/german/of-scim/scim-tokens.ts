/** The German of `of-scim/scim-tokens.ts`. */
export const scimTokens = {
  SCIM_TOKEN_DAYS: 'Ein SCIM-Token ist 1 bis 3650 Tage gültig.',
  SCIM_TOKEN_LIMIT:
    'Der Identitätsanbieter hat {max, plural, one {# aktives SCIM-Token} other {# aktive SCIM-Token}}; mehr darf er nicht haben. Deaktivieren oder löschen Sie zuerst eines.',
  SCIM_TOKEN_EXPIRED: 'Das SCIM-Token ist abgelaufen und kann nicht aktiviert werden. Erstellen Sie ein neues.',
} as const
