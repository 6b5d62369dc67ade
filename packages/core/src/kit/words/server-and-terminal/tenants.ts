/** Sentences for the people of a deactivated tenant. */
export const tenants = {
  TENANT_DEACTIVATED:
    'Portico is deactivated for your company, so nothing can be changed. Ask your administrator or support.',
  'session.deactivated':
    'Portico is deactivated for your company: applications do not open, and nothing can be changed. Ask your administrator or support.',
} as const
