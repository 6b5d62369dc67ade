/** Names of the sections of long pages, for their side list and for the palette, which load this catalogue. */
export const sectionsEn = {
  'section.security': 'Security',
  'section.portal-roles': 'Portal roles',
  'section.idle-time': 'Session idle time',
  'section.support-access': 'Support access',
  'section.support-sessions': 'Support sessions',
  'section.webhooks': 'Webhooks',
  'section.api-tokens': 'API tokens',
  'section.recovery-codes': 'Recovery codes',
  'section.scim': 'SCIM',
  'section.scim.tokens': 'Address and tokens',
  'section.scim.group-source': 'Source of groups',
  'section.scim.activity': 'Activity',
  'section.scim.drift': 'Drift',
  'section.scim.requests': 'Requests',
} as const
