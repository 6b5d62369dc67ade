/** Sentences of support access. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'Support users can change nothing without access. Allow access too.',
  SUPPORT_REASON_REQUIRED: 'Say why you enter the tenant. Its administrators see the reason.',
  SUPPORT_HOURS: 'A support session lasts 1 to 8 whole hours.',
  SUPPORT_ACCESS_OFF: '{tenant} does not allow support access. Ask its administrators to switch it on.',
  SUPPORT_TENANT_DEACTIVATED:
    '{tenant} is deactivated. Its administrators could not end your session, so it cannot be entered.',
  SUPPORT_OWN_TENANT: 'This is your own tenant. Support enters the tenants of customers only.',
  SUPPORT_READ_ONLY: 'The administrators of this tenant let support read only. Ask them to allow changes.',
  SUPPORT_NEVER: 'A support session cannot do this, whatever the tenant allows. Ask an administrator of the tenant.',
  'supportSession.banner.title': 'Support session in {tenant}',
  'supportSession.banner.read':
    'You see what its administrators see until {until}, and can change nothing. All you do here is recorded.',
  'supportSession.banner.change':
    'You see what its administrators see until {until}, and can change settings. All you do here is recorded.',
  'supportSession.ended': 'The support session has ended.',
  'supportSession.left': 'You left the tenant, and are back in your own.',
  'supportSession.leftAndOut': 'You left the tenant. Your own session has ended meanwhile: sign in again.',
  'supportSession.news':
    '{name} ({vendor}) is in your tenant as support until {until}. Security settings show why, and end the session.',
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
