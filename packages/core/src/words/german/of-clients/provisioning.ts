export const provisioning = {
  PROVISIONING_OF_PORTAL:
    'Das Portal braucht keine Bereitstellung: Es hat diese Personen schon. Wählen Sie eine andere Anwendung.',
  PROVISIONING_TOKEN_REQUIRED: 'Geben Sie das Token ein, mit dem die Anwendung SCIM-Anfragen annimmt.',
  PROVISIONING_TOKEN_SHAPE: 'Ein Token besteht aus Buchstaben, Ziffern und - . _ ~ + / =, ohne Leerzeichen.',
} as const
