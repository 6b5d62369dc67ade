/** The German of `server-and-terminal/scim.ts`. */
export const scim = {
  'groupSource.scimChosen':
    'Die Gruppen von {name} kommen jetzt aus SCIM. Mitglieder, die das Verzeichnis gesendet hat, erhalten sofort alles, was ihren Gruppen zugeordnet ist.',
  'groupSource.claimsChosen':
    'Die Gruppen von {name} kommen jetzt aus Anmeldungen. Personen behalten ihre bisherigen Gruppen, bis sie sich wieder anmelden.',
} as const
