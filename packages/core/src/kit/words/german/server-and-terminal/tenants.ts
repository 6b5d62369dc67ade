/** The German of `server-and-terminal/tenants.ts`. */
export const tenants = {
  TENANT_DEACTIVATED:
    'Portico ist für Ihr Unternehmen deaktiviert, daher kann nichts geändert werden. Wenden Sie sich an Ihre Administration oder an den Support.',
  'session.deactivated':
    'Portico ist für Ihr Unternehmen deaktiviert: Anwendungen lassen sich nicht öffnen, und nichts kann geändert werden. Wenden Sie sich an Ihre Administration oder an den Support.',
} as const
