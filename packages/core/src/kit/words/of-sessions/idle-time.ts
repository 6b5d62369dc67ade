/** Sentences of the session idle time. The first three are those of spec section 5; rules.test.ts compares them with the limits. */
export const idleTime = {
  IDLE_TIME_FORMAT: 'Time must be set as hh:mm.',
  IDLE_TIME_RANGE: 'Time must be between 5 minutes and 24 hours.',
  IDLE_TIME_SAME: 'Current time and new time cannot be the same.',
  IDLE_TIME_CHOICE_RANGE: 'Time must be between 15 minutes and 12 hours.',
  IDLE_TIME_READ_ONLY: 'The idle time of sessions is read-only. Ask the operator of the server to change it.',
  'idleTime.label': 'Session idle time',
  'idleTime.lead':
    'A session that is not used for this long ends; the person is asked a minute before. A new time also applies to running sessions, at once.',
  'idleTime.after': 'End a session after',
  'idleTime.current': '{time} (current)',
  'idleTime.another': 'Another duration …',
  'idleTime.typed': 'Duration as hh:mm',
  'idleTime.typedHelp': '5 minutes to 24 hours, such as 00:45.',
  'idleTime.hours': '{count, plural, one {# hour} other {# hours}}',
  'idleTime.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'idleTime.saved': 'The idle time of sessions was saved. It also applies to running sessions.',
} as const
