/** The German of `server-and-terminal/overview.ts`. */
export const overview = {
  'overview.off':
    'Ausgeschaltet. {count, plural, =0 {Kein Benutzername führt zu ihm.} one {Personen aus # Domäne können sich nicht anmelden.} other {Personen aus # Domänen können sich nicht anmelden.}}',
  'overview.noFormat': 'Kein Benutzernamenformat führt zu ihm: Fügen Sie eines hinzu oder schalten Sie ihn aus.',
  'overview.pendingSwitch': 'Ein Wechsel des primären Anbieters wartet auf Annahme.',
  'overview.name.setup': 'Ersteinrichtung',
  'overview.name.recovery-codes': 'Wiederherstellungscodes',
  'overview.name.people': 'Personen',
  'overview.foreignUsernames':
    '{count, plural, one {# Benutzername gehört nicht zum Identitätsanbieter der Person, die sich nicht anmelden kann.} other {# Benutzernamen gehören nicht zum Identitätsanbieter der jeweiligen Person, die sich nicht anmelden kann.}}',
  'overview.setup':
    'Eine von {by} erstellte Einrichtungs-URL ist bis {until} offen. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'overview.setupOpened':
    'Eine von {by} erstellte Einrichtungs-URL wurde von {from} aus geöffnet und gilt bis {until}. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'setup.news.made':
    'Eine Einrichtungs-URL für Ihr Unternehmen wurde am {at} von {by} erstellt. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'setup.news.opened':
    'Die Einrichtungs-URL Ihres Unternehmens wurde am {at} von {by} aus geöffnet. Der Abschluss der Einrichtung ersetzt den primären Identitätsanbieter.',
  'overview.early': '{what} ist erst ab {date} verwendbar, und es gibt kein anderes',
  'overview.replaced': '; das andere ist gültig',
  'overview.environment': '{type}-Umgebung',
  'overview.readOnlyEnvironment': '{type}-Umgebung, schreibgeschützt',
} as const
