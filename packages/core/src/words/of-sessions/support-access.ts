/** Sentences of support access. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'Support users can change nothing without access. Allow access too.',
  'supportAccess.label': 'Support access',
  'supportAccess.lead':
    'Support users of the vendor can enter this tenant only while you allow it. They state a reason, their sessions end by themselves, and you see what they did.',
  'supportAccess.allow': 'Allow support users to enter this tenant',
  'supportAccess.allowHint': 'They see what a Security Admin sees. Switching it off ends their sessions at once.',
  'supportAccess.allowChange': 'Allow support users to change settings',
  'supportAccess.allowChangeHint':
    'Without it they can only read. They can never change who administers the tenant, the primary identity provider, sessions or support access.',
  'supportAccess.on': 'on',
  'supportAccess.off': 'off',
  'supportAccess.saved': 'Support users can enter this tenant. They cannot change anything.',
  'supportAccess.saved.change': 'Support users can enter this tenant and change settings.',
  'supportAccess.saved.off': 'Support users cannot enter this tenant.',
} as const
