/** Sentences of administration, loaded with its screens: what the tenant tells on the launcher. */
export const launcherSettings = {
  'launcherSettings.title': 'Launcher',
  'launcherSettings.lead': 'What people read above their applications, and whom they ask for access.',
  'launcherSettings.form': 'Announcement and access',
  'launcherSettings.announcement': 'Announcement',
  'launcherSettings.announcementHint':
    'Plain text of at most {announcementLengthMax, number} characters, above the applications of everyone in this tenant. Empty: nothing is announced.',
  'launcherSettings.until': 'Shown until',
  'launcherSettings.untilHint': 'In the time zone of this browser. Empty: until it is removed.',
  'launcherSettings.contact': 'Whom people ask for access',
  'launcherSettings.contactHint':
    'For example: the service desk, desk@acme.example. Empty: people are told to ask an administrator.',
  'launcherSettings.saved': 'The launcher settings were saved. Open launchers show it after a reload.',
} as const
