/** The German of `of-sessions/idle-time.ts`. */
export const idleTime = {
  IDLE_TIME_FORMAT: 'Die Zeit muss als hh:mm angegeben werden.',
  IDLE_TIME_RANGE: 'Die Zeit muss zwischen 5 Minuten und 24 Stunden liegen.',
  IDLE_TIME_SAME: 'Die neue Zeit darf nicht gleich der bisherigen sein.',
  IDLE_TIME_CHOICE_RANGE: 'Die Zeit muss zwischen 15 Minuten und 12 Stunden liegen.',
  IDLE_TIME_READ_ONLY:
    'Die Leerlaufzeit von Sitzungen ist schreibgeschützt. Wenden Sie sich an den Betreiber des Servers, um sie zu ändern.',
  'idleTime.label': 'Leerlaufzeit von Sitzungen',
  'idleTime.lead':
    'Wird eine Sitzung so lange nicht genutzt, endet sie; eine Minute vorher wird die Person gefragt. Eine neue Zeit gilt sofort auch für laufende Sitzungen.',
  'idleTime.after': 'Sitzung beenden nach',
  'idleTime.current': '{time} (aktuell)',
  'idleTime.hours': '{count, plural, one {# Stunde} other {# Stunden}}',
  'idleTime.minutes': '{count, plural, one {# Minute} other {# Minuten}}',
  'idleTime.saved': 'Die Leerlaufzeit von Sitzungen wurde gespeichert. Sie gilt auch für laufende Sitzungen.',
} as const
