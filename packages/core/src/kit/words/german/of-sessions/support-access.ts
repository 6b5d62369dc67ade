/** The German of `of-sessions/support-access.ts`. */
export const supportAccess = {
  SUPPORT_CHANGE_NEEDS_ACCESS: 'Ohne Zugriff können Supportbenutzer nichts ändern. Lassen Sie auch den Zugriff zu.',
  SUPPORT_REASON_REQUIRED: 'Geben Sie an, warum Sie auf den Mandanten zugreifen. Seine Administration sieht den Grund.',
  SUPPORT_HOURS: 'Eine Supportsitzung dauert 1 bis 8 ganze Stunden.',
  SUPPORT_ACCESS_OFF: '{tenant} erlaubt keinen Supportzugriff. Bitten Sie die Administration dort, ihn einzuschalten.',
  SUPPORT_TENANT_DEACTIVATED:
    '{tenant} ist deaktiviert. Die Administration dort könnte Ihre Sitzung nicht beenden, daher ist kein Zugriff möglich.',
  SUPPORT_OWN_TENANT: 'Dies ist Ihr eigener Mandant. Supportzugriff gibt es nur auf Mandanten von Kunden.',
  SUPPORT_READ_ONLY:
    'Die Administration dieses Mandanten lässt den Support nur lesen. Bitten Sie sie, Änderungen zuzulassen.',
  SUPPORT_NEVER:
    'Dies ist in einer Supportsitzung nie möglich, gleich was der Mandant erlaubt. Wenden Sie sich an seine Administration.',
  'supportSession.banner.title': 'Supportsitzung in {tenant}',
  'supportSession.banner.read':
    'Sie sehen bis {until}, was die Administration dort sieht, und können nichts ändern. Alles, was Sie hier tun, wird aufgezeichnet.',
  'supportSession.banner.change':
    'Sie sehen bis {until}, was die Administration dort sieht, und können Einstellungen ändern. Alles, was Sie hier tun, wird aufgezeichnet.',
  'supportSession.news':
    '{name} ({vendor}) hat bis {until} Supportzugriff auf Ihren Mandanten. Unter „Sicherheit“ sehen Sie den Grund und können die Sitzung beenden.',
  'supportSession.left': 'Die Supportsitzung ist beendet. Sie sind wieder in Ihrem eigenen Mandanten.',
  'supportSession.leftAndOut':
    'Die Supportsitzung ist beendet. Ihre eigene Sitzung endete inzwischen: Melden Sie sich erneut an.',
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
  'supportSession.title': 'Supportsitzungen',
  'supportSession.none': 'Noch hat kein Supportbenutzer diesen Mandanten betreten.',
  'supportSession.who': '{name} ({vendor})',
  'supportSession.runs': 'Läuft bis {until}, nur lesend',
  'supportSession.runsChange': 'Läuft bis {until}, darf Einstellungen ändern',
  'supportSession.column.name': 'Supportbenutzer',
  'supportSession.column.reason': 'Grund',
  'supportSession.column.since': 'Beginn',
  'supportSession.column.state': 'Status',
  'supportSession.end': 'Beenden',
  'supportSession.endNamed': 'Supportsitzung von {name} beenden',
  'supportSession.ended': 'Die Supportsitzung ist beendet.',
  'supportSession.transcript': 'Was getan wurde',
  'supportSession.transcriptOf': 'Was getan wurde: {name}',
  'supportSession.unknown': 'Diese Supportsitzung gibt es nicht.',
  'supportSession.noRequests': 'In dieser Sitzung gab es keine Anfrage.',
  'supportSession.moreRequests': 'Spätere Anfragen laden',
  'supportSession.column.request': 'Anfrage',
  'supportSession.column.at': 'Wann',
  'supportSession.column.status': 'Status',
  'supportSession.column.requestId': 'Anfrage-ID',
  'supportSession.how.left': 'Verlassen',
  'supportSession.how.ended': 'Von {by} beendet',
  'supportSession.how.access-off': 'Beendet, als der Supportzugriff ausgeschaltet wurde',
  'supportSession.how.tenant-deactivated': 'Beendet, als der Mandant deaktiviert wurde',
  'supportSession.how.vendor': 'Beendet mit der eigenen Sitzung oder Rolle des Supportbenutzers',
  'supportSession.how.expired': 'Beendet nach Ablauf der Zeit',
  'supportSession.how.idle': 'Beendet, weil sie nicht benutzt wurde',
} as const
