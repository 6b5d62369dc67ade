/** Sentences of administration, loaded with its screens: the overview. */
export const overview = {
  'overview.off':
    'Switched off. {count, plural, =0 {No username leads to it.} one {Usernames of # domain cannot sign in.} other {Usernames of # domains cannot sign in.}}',
  'overview.noFormat': 'No username format leads to it: add one, or switch it off.',
  'overview.pendingSwitch': 'A switch of the primary provider waits to be accepted.',
  'overview.name.setup': 'First-time setup',
  'overview.name.recovery-codes': 'Recovery codes',
  'overview.name.people': 'People',
  'overview.foreignUsernames':
    '{count, plural, one {# username does not belong to the identity provider of its person, who cannot sign in.} other {# usernames do not belong to the identity providers of their people, who cannot sign in.}}',
  'overview.setup':
    'A setup URL made by {by} is open until {until}. Completing the setup replaces the primary identity provider.',
  'overview.setupOpened':
    'A setup URL made by {by} was opened from {from} and works until {until}. Completing the setup replaces the primary identity provider.',
  'setup.news.made':
    'A setup URL for your company was made on {at} by {by}. Completing the setup replaces the primary identity provider.',
  'setup.news.opened':
    'The setup URL of your company was opened on {at} from {by}. Completing the setup replaces the primary identity provider.',
  'overview.early': '{what} cannot be used before {date}, and there is no other',
  'overview.replaced': '; the other one is valid',
  'overview.environment': '{type} environment',
  'overview.readOnlyEnvironment': '{type} environment, read-only',
} as const
