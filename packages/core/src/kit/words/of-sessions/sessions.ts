/** Sentences of the page of one's sessions and of the command. */
export const sessions = {
  'sessions.title': 'Your sessions',
  'sessions.lead':
    'Every browser and command line in which you are signed in. End those that you do not recognise, and tell your administrator.',
  'sessions.this': 'This session',
  'sessions.end': 'End session',
  'sessions.endNamed': 'End session of {device}',
  'sessions.endTitle': 'End this session?',
  'sessions.endMessage': '{device} is signed out at once. Anything typed there but not saved is lost.',
  'sessions.endOthers': 'End all other sessions',
  'sessions.endOthersMessage':
    '{count, plural, one {# other session is} other {# other sessions are}} signed out at once. Anything typed there but not saved is lost.',
  'sessions.ended': 'The session was ended.',
  'sessions.othersEnded':
    '{count, plural, =0 {There was no other session.} one {# other session was ended.} other {# other sessions were ended.}}',
  'sessions.noAddress': 'Unknown',
} as const
