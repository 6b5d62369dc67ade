/** The German of `server-and-terminal/overview.ts`. */
export const overview = {
  'setup.news.made':
    'Eine Einrichtungs-URL für Ihr Unternehmen wurde am {at} von {by} erstellt. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'setup.news.opened':
    'Die Einrichtungs-URL Ihres Unternehmens wurde am {at} von {by} aus geöffnet. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'overview.environment': '{type}-Umgebung',
  'overview.readOnlyEnvironment': '{type}-Umgebung, schreibgeschützt',
} as const
