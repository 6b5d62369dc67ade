/** The German of `of-sessions/sessions.ts`. */
export const sessions = {
  'sessions.title': 'Ihre Sitzungen',
  'sessions.lead':
    'Alle Browser und Befehlszeilen, in denen Sie angemeldet sind. Beenden Sie die, die Sie nicht kennen, und informieren Sie Ihre Administration.',
  'sessions.this': 'Diese Sitzung',
  'sessions.end': 'Sitzung beenden',
  'sessions.endNamed': 'Sitzung von {device} beenden',
  'sessions.endTitle': 'Diese Sitzung beenden?',
  'sessions.endMessage': '{device} wird sofort abgemeldet. Nicht gespeicherte Eingaben dort gehen verloren.',
  'sessions.endOthers': 'Alle anderen Sitzungen beenden',
  'sessions.endOthersMessage':
    '{count, plural, one {# andere Sitzung wird} other {# andere Sitzungen werden}} sofort beendet. Nicht gespeicherte Eingaben dort gehen verloren.',
  'sessions.ended': 'Die Sitzung wurde beendet.',
  'sessions.othersEnded':
    '{count, plural, =0 {Es gab keine andere Sitzung.} one {# andere Sitzung wurde beendet.} other {# andere Sitzungen wurden beendet.}}',
  'sessions.noAddress': 'Unbekannt',
} as const
