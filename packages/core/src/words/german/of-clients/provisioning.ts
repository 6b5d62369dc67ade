/** The German of `of-clients/provisioning.ts`. */
export const provisioning = {
  PROVISIONING_OF_PORTAL:
    'Das Portal braucht keine Bereitstellung: Es hat diese Personen schon. Wählen Sie eine andere Anwendung.',
  PROVISIONING_TOKEN_REQUIRED: 'Geben Sie das Token ein, mit dem die Anwendung SCIM-Anfragen annimmt.',
  PROVISIONING_TOKEN_SHAPE: 'Ein Token besteht aus Buchstaben, Ziffern und - . _ ~ + / =, ohne Leerzeichen.',
  'provisioning.saved': 'Die Bereitstellung der Anwendung wurde gespeichert.',
  'provisioning.removed': 'An die Anwendung werden keine Personen mehr gesendet. Vorhandene bleiben dort.',
  'provisioning.retried': 'Alles Ausstehende wird jetzt noch einmal versucht.',
  'provisioning.tested': 'Die Anwendung hat geantwortet und das Token angenommen.',
  'provisioning.testFailed': 'Die Anwendung hat nicht wie erwartet geantwortet: {why}',
} as const
