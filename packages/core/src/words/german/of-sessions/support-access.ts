/** The German of `of-sessions/support-access.ts`. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'Ohne Zugriff können Supportbenutzer nichts ändern. Lassen Sie auch den Zugriff zu.',
  'supportAccess.label': 'Supportzugriff',
  'supportAccess.lead':
    'Supportbenutzer des Herstellers haben nur Zugriff auf diesen Mandanten, solange Sie es zulassen. Dafür müssen sie einen Grund nennen, ihre Sitzungen enden von selbst, und Sie sehen, was sie getan haben.',
  'supportAccess.allow': 'Supportbenutzern Zugriff auf diesen Mandanten erlauben',
  'supportAccess.allowHint':
    'Supportbenutzer sehen, was ein Security Admin sieht. Beim Ausschalten enden ihre Sitzungen sofort.',
  'supportAccess.allowChange': 'Supportbenutzern das Ändern von Einstellungen erlauben',
  'supportAccess.allowChangeHint':
    'Ohne dies können Supportbenutzer nur lesen. Nie ändern können sie, wer den Mandanten verwaltet, den primären Identitätsanbieter, Sitzungen und den Supportzugriff.',
  'supportAccess.on': 'ein',
  'supportAccess.off': 'aus',
  'supportAccess.saved': 'Supportbenutzer können auf diesen Mandanten zugreifen, aber nichts ändern.',
  'supportAccess.saved.change': 'Supportbenutzer können auf diesen Mandanten zugreifen und Einstellungen ändern.',
  'supportAccess.saved.off': 'Supportbenutzer können nicht auf diesen Mandanten zugreifen.',
} as const
