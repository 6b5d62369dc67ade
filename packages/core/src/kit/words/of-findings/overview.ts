/** Sentences of the overview. */
export const overview = {
  'setup.news.made':
    'A setup URL for your company was made on {at} by {by}. Completing the setup replaces the primary identity provider.',
  'setup.news.opened':
    'The setup URL of your company was opened on {at} from {by}. Completing the setup replaces the primary identity provider.',
  'overview.environment': '{isProduction, select, yes {Production environment} other {{type} environment}}',
  'overview.readOnlyEnvironment':
    '{isProduction, select, yes {Production environment, read-only} other {{type} environment, read-only}}',
  'overview.title': 'Overview',
  'overview.lead': 'What needs attention, failed sign-ins, and your environments.',
  'overview.attention': 'Needs attention',
  'overview.healthy': 'Nothing needs attention.',
  'overview.failed': 'Failed sign-ins',
  'overview.noneFailed': 'No failed sign-ins.',
  'overview.allSignIns': 'All sign-ins',
  'overview.allNotices': 'All expiry notices',
  'overview.environments': 'Environments',
} as const
