// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  'sessions.title': ['Ihre Sitzungen'],
  'sessions.lead': [
    'Alle Browser und Befehlszeilen, in denen Sie angemeldet sind. Beenden Sie die, die Sie nicht kennen, und informieren Sie Ihre Administration.',
  ],
  'sessions.this': ['Diese Sitzung'],
  'sessions.end': ['Sitzung beenden'],
  'sessions.endNamed': ['Sitzung von ', ['device'], ' beenden'],
  'sessions.endTitle': ['Diese Sitzung beenden?'],
  'sessions.endMessage': [['device'], ' wird sofort abgemeldet. Nicht gespeicherte Eingaben dort gehen verloren.'],
  'sessions.endOthers': ['Alle anderen Sitzungen beenden'],
  'sessions.endOthersMessage': [
    ['count', 'plural', { one: ['#', ' andere Sitzung wird'], other: ['#', ' andere Sitzungen werden'] }],
    ' sofort beendet. Nicht gespeicherte Eingaben dort gehen verloren.',
  ],
  'sessions.ended': ['Die Sitzung wurde beendet.'],
  'sessions.othersEnded': [
    [
      'count',
      'plural',
      {
        '0': ['Es gab keine andere Sitzung.'],
        one: ['#', ' andere Sitzung wurde beendet.'],
        other: ['#', ' andere Sitzungen wurden beendet.'],
      },
    ],
  ],
  'sessions.noAddress': ['Unbekannt'],
  IDLE_TIME_FORMAT: ['Die Zeit muss als hh:mm angegeben werden.'],
  IDLE_TIME_RANGE: ['Die Zeit muss zwischen 5 Minuten und 24 Stunden liegen.'],
  IDLE_TIME_SAME: ['Die neue Zeit darf nicht gleich der bisherigen sein.'],
  IDLE_TIME_CHOICE_RANGE: ['Die Zeit muss zwischen 15 Minuten und 12 Stunden liegen.'],
  IDLE_TIME_READ_ONLY: [
    'Die Leerlaufzeit von Sitzungen ist schreibgeschützt. Wenden Sie sich an den Betreiber des Servers, um sie zu ändern.',
  ],
  'idleTime.label': ['Leerlaufzeit von Sitzungen'],
  'idleTime.lead': [
    'Wird eine Sitzung so lange nicht genutzt, endet sie; eine Minute vorher wird die Person gefragt. Eine neue Zeit gilt sofort auch für laufende Sitzungen.',
  ],
  'idleTime.after': ['Sitzung beenden nach'],
  'idleTime.current': [['time'], ' (aktuell)'],
  'idleTime.hours': [['count', 'plural', { one: ['#', ' Stunde'], other: ['#', ' Stunden'] }]],
  'idleTime.minutes': [['count', 'plural', { one: ['#', ' Minute'], other: ['#', ' Minuten'] }]],
  'idleTime.saved': ['Die Leerlaufzeit von Sitzungen wurde gespeichert. Sie gilt auch für laufende Sitzungen.'],
  SUPPORT_CHANGE_NEEDS_ACCESS: ['Ohne Zugriff können Supportbenutzer nichts ändern. Lassen Sie auch den Zugriff zu.'],
  'supportAccess.label': ['Supportzugriff'],
  'supportAccess.lead': [
    'Supportbenutzer des Herstellers haben nur Zugriff auf diesen Mandanten, solange Sie es zulassen. Dafür müssen sie einen Grund nennen, ihre Sitzungen enden von selbst, und Sie sehen, was sie getan haben.',
  ],
  'supportAccess.allow': ['Supportbenutzern Zugriff auf diesen Mandanten erlauben'],
  'supportAccess.allowHint': [
    'Supportbenutzer sehen, was ein Security Admin sieht. Beim Ausschalten enden ihre Sitzungen sofort.',
  ],
  'supportAccess.allowChange': ['Supportbenutzern das Ändern von Einstellungen erlauben'],
  'supportAccess.allowChangeHint': [
    'Ohne dies können Supportbenutzer nur lesen. Nie ändern können sie, wer den Mandanten verwaltet, den primären Identitätsanbieter, Sitzungen und den Supportzugriff.',
  ],
  'supportAccess.on': ['ein'],
  'supportAccess.off': ['aus'],
  'supportAccess.saved': ['Supportbenutzer können auf diesen Mandanten zugreifen, aber nichts ändern.'],
  'supportAccess.saved.change': ['Supportbenutzer können auf diesen Mandanten zugreifen und Einstellungen ändern.'],
  'supportAccess.saved.off': ['Supportbenutzer können nicht auf diesen Mandanten zugreifen.'],
}
