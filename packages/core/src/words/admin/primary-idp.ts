/** The switch of the primary identity provider: choosing it, and the page that asks for its acceptance. */
export const primaryIdp = {
  IDP_SWITCH_PROVIDER: 'Choose an enabled identity provider that is not the primary one.',
  IDP_SWITCH_GROUP: 'Choose a group of this identity provider that Portico has seen in a sign-in or an import.',
  IDP_SWITCH_GRACE: 'The grace window is a whole number of seconds, at most {graceDaysMax} days.',
  IDP_SWITCH_IS_PRIMARY: 'This identity provider is the primary one already.',
  IDP_SWITCH_DISABLED: 'This identity provider is switched off. Switch it on first.',
  IDP_SWITCH_NONE: 'No switch of the identity provider is pending.',
  IDP_SWITCH_OTHER_PROVIDER:
    'A switch of the identity provider can be accepted only by a person who is signed in with the new provider. Sign in with it first.',
  IDP_SWITCH_NOT_MEMBER:
    'You are not a member of the group that was chosen for the Security Admin role. A member of that group has to accept.',
  IDP_SWITCH_STALE:
    'Accepting needs a sign-in that is less than {switchFreshMinutes} minutes old. Sign in with the new provider again.',
} as const
