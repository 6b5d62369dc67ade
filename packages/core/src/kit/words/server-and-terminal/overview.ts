/** Sentences of administration, loaded with its screens: the overview. */
export const overview = {
  'setup.news.made':
    'A setup URL for your company was made on {at} by {by}. Completing the setup replaces the primary identity provider.',
  'setup.news.opened':
    'The setup URL of your company was opened on {at} from {by}. Completing the setup replaces the primary identity provider.',
  'overview.environment': '{type} environment',
  'overview.readOnlyEnvironment': '{type} environment, read-only',
} as const
