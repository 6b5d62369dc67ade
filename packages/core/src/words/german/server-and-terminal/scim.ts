/** The German of `server-and-terminal/scim.ts`. */
export const scim = {
  'groupSource.scimChosen':
    'Die Gruppen von {name} kommen jetzt aus SCIM. Mitglieder, die das Verzeichnis gesendet hat, haben sofort, was ihren Gruppen zugeordnet ist.',
  'groupSource.claimsChosen':
    'Die Gruppen von {name} kommen jetzt aus Anmeldungen. Personen behalten ihre bisherigen Gruppen bis zur nächsten Anmeldung.',
} as const
