/** The German of `of-scim/scim-tokens.ts`. */
export const scimTokens = {
  SCIM_TOKEN_DAYS: 'Ein SCIM-Token kann 1 bis 3650 Tage gültig sein.',
  SCIM_TOKEN_LIMIT:
    'Der Identitätsanbieter hat die Höchstzahl von {max, plural, one {# aktivem SCIM-Token} other {# aktiven SCIM-Token}} erreicht. Schalten Sie zuerst eines aus oder löschen Sie es.',
  SCIM_TOKEN_EXPIRED: 'Das SCIM-Token ist abgelaufen und kann nicht eingeschaltet werden. Erstellen Sie ein neues.',
  'scimTokens.once':
    'Kopieren Sie das Token jetzt: Es wird nicht wieder angezeigt. Das Verzeichnis sendet es als Bearer-Token.',
  'scimTokens.written': 'Das Token wurde in {file} geschrieben. Es wird nicht wieder angezeigt.',
  'scimTokens.enabled': 'Das SCIM-Token {beginning} wurde eingeschaltet.',
  'scimTokens.disabled': 'Das SCIM-Token {beginning} wurde ausgeschaltet.',
  'scimTokens.deleted': 'Das SCIM-Token {beginning} wurde gelöscht.',
} as const
