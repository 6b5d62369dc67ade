/** Sentences of administration, loaded with its screens: the overview. */
export const overview = {
  'overview.off':
    'Switched off. {count, plural, =0 {No username leads to it.} one {Usernames of # domain cannot sign in.} other {Usernames of # domains cannot sign in.}}',
  'overview.noFormat': 'No username format leads to it: add one, or switch it off.',
  'overview.pendingSwitch': 'A switch of the primary provider waits to be accepted.',
  'overview.early': '{what} cannot be used before {date}, and there is no other',
  'overview.replaced': '; the other one is valid',
  'overview.environment': '{type} environment',
  'overview.readOnlyEnvironment': '{type} environment, read-only',
} as const
