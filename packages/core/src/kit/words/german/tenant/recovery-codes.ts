/** The German of `tenant/recovery-codes.ts`. */
export const recoveryCodes = {
  RECOVERY_CODE_REQUIRED: 'Geben Sie einen Wiederherstellungscode ein.',
  RECOVERY_CODE_TYPO: 'Ein Zeichen dieses Codes ist falsch oder fehlt. Vergleichen Sie ihn mit dem gedruckten Code.',
  RECOVERY_CODE_REFUSED:
    'Dieser Code ist nicht gültig. Er wurde verwendet oder ersetzt, ist abgelaufen, wurde nie erprobt oder stammt nicht von uns.',
  RECOVERY_CODE_NOT_CURRENT:
    'Dies ist kein aktueller Wiederherstellungscode Ihres Unternehmens. Verwenden Sie einen der zuletzt erstellten.',
  FRESH_SIGN_IN_REQUIRED:
    'Melden Sie sich zuerst erneut an: Dies erfordert eine Anmeldung aus den letzten {minutes, number} Minuten.',
  'recoveryCodes.news.made': 'Wiederherstellungscodes Ihres Unternehmens wurden am {at} von {by} erstellt.',
  'recoveryCodes.news.drilled': 'Ein Wiederherstellungscode Ihres Unternehmens wurde am {at} von {by} erprobt.',
  'recoveryCodes.news.used':
    'Ein Wiederherstellungscode Ihres Unternehmens wurde am {at} von {by} aus verwendet, um Identitätsanbieter zu reparieren.',
  'recoveryCodes.title': 'Wiederherstellungscodes',
  'recoveryCodes.lead':
    'Kann sich die Administration nicht anmelden, weil ein Identitätsanbieter ausfällt, gibt ein Wiederherstellungscode für {minutes, number} Minuten dessen Reparatur frei und sonst nichts. Bewahren Sie die beiden Codes auf Papier an zwei Orten auf.',
  'recoveryCodes.none':
    'Es gibt keine Wiederherstellungscodes. Fällt der Identitätsanbieter aus, kann nur der Betreiber des Servers helfen.',
  'recoveryCodes.notArmed': 'Die Codes funktionieren erst, wenn einer von ihnen erprobt wurde.',
  'recoveryCodes.expired': 'Die Codes sind abgelaufen. Erstellen Sie neue.',
  'recoveryCodes.expiring': 'Die Codes laufen in {days, plural, one {# Tag} other {# Tagen}} ab. Erstellen Sie neue.',
  'recoveryCodes.usedUp': 'Beide Codes wurden verwendet. Erstellen Sie neue.',
  'recoveryCodes.oneLeft': 'Einer der beiden Codes wurde verwendet. Erstellen Sie neue.',
  'recoveryCodes.made': 'Erstellt',
  'recoveryCodes.drilled': 'Erprobt',
  'recoveryCodes.used': 'Verwendet',
  'recoveryCodes.expires': 'Läuft ab',
  'recoveryCodes.left': 'Übrig',
  'recoveryCodes.leftOf': '{left, number} von 2',
  'recoveryCodes.event': '{at} von {by}',
  'recoveryCodes.usedFrom': '{at} von {by} aus',
  'recoveryCodes.make': 'Wiederherstellungscodes erstellen',
  'recoveryCodes.makeNew': 'Neue Codes erstellen',
  'recoveryCodes.makeNewAsk': 'Die bisherigen Codes funktionieren sofort nicht mehr, auch die auf Papier.',
  'recoveryCodes.shownOnce':
    'Nur jetzt sichtbar. Drucken oder kopieren Sie die Codes, bevor Sie diese Seite verlassen.',
  'recoveryCodes.shownOne':
    'Dieser Code ersetzt den eingegebenen. Nur jetzt sichtbar: Notieren Sie ihn an dessen Stelle.',
  'recoveryCodes.copy': 'Alle kopieren',
  'recoveryCodes.copyOne': 'Code {number} kopieren',
  'recoveryCodes.download': 'Herunterladen',
  'recoveryCodes.print': 'Drucken',
  'recoveryCodes.hide': 'Sicher aufbewahrt',
  'recoveryCodes.drill': 'Erproben',
  'recoveryCodes.drillLead':
    'Geben Sie einen Code ein, um nachzuweisen, dass er funktioniert. Er wird durch einen neuen ersetzt.',
  'recoveryCodes.code': 'Wiederherstellungscode',
  'recoveryCodes.armed': 'Der Code funktioniert. Die Codes sind jetzt einsatzbereit.',
  'recoveryCodes.signInAgain': 'Erneut anmelden',
  'repair.title': 'Reparatur mit Wiederherstellungscode',
  'repair.lead':
    'Ein Code gibt die Reparatur der Identitätsanbieter Ihres Unternehmens frei, einmal und für {minutes, number} Minuten.',
  'repair.submit': 'Reparatur beginnen',
  'repair.back': 'Zurück zur Anmeldung',
  'repair.ends': 'Reparatursitzung bis {time}',
  'repair.end': 'Reparatur beenden',
} as const
