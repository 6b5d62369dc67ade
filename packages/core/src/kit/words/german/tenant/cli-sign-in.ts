/** The German of `tenant/cli-sign-in.ts`. */
export const cliSignIn = {
  PERSON_ONLY: 'Dies ist Personen vorbehalten, und Sie sind als Dienstkonto angemeldet. Melden Sie sich als Person an.',
  'cli.client': 'Portico-Befehlszeile',
  'cli.title': 'Befehlszeile anmelden',
  'cli.codeLead': 'Geben Sie den Code ein, den die Befehlszeile anzeigt.',
  'cli.code': 'Code',
  'cli.codeNext': 'Weiter',
  'cli.codeShape': 'Ein Code hat acht Buchstaben, zum Beispiel WDJB-MJHT.',
  'cli.codeUnknown':
    'Keine Befehlszeile wartet auf diesen Code. Er ist vielleicht falsch eingegeben, bereits verwendet oder älter als zehn Minuten. Noch {count, plural, one {# Versuch} other {# Versuche}}.',
  'cli.deviceAsk': 'Zeigt die Befehlszeile diesen Code?',
  'cli.deviceWarning':
    'Fahren Sie nur fort, wenn Sie dies gerade selbst gestartet haben und denselben Code auf Ihrem eigenen Bildschirm sehen. Der Support fordert Sie nie auf, einen Code einzugeben.',
  'cli.loopbackAsk': 'Darf die Befehlszeile auf diesem Computer in Ihrem Namen arbeiten?',
  'cli.loopbackWarning':
    'Fahren Sie nur fort, wenn Sie portico login gerade selbst auf diesem Computer gestartet haben.',
  'cli.factClient': 'Programm',
  'cli.factTenant': 'Unternehmen',
  'cli.factPerson': 'Meldet sich an als',
  'cli.factAddress': 'Angefragt von',
  'cli.factAddressHere': '{address} (wie dieser Browser)',
  'cli.factAddressElsewhere': '{address} (eine andere Adresse als die dieses Browsers, {own})',
  'cli.factTime': 'Angefragt um',
  'cli.allow': 'Zulassen',
  'cli.allowCode': 'Ja, die Codes stimmen überein: zulassen',
  'cli.deny': 'Ablehnen',
  'cli.powers':
    'Die Befehlszeile darf alles, was Sie dürfen, bis Sie portico logout ausführen oder Ihre Anmeldung endet.',
  'cli.doneTitle': 'Die Befehlszeile ist angemeldet',
  'cli.doneMessage': 'Sie können dieses Fenster schließen und im Terminal weiterarbeiten.',
  'cli.deniedTitle': 'Die Befehlszeile wurde nicht angemeldet',
  'cli.deniedMessage': 'Sie haben die Anmeldung abgelehnt. Sie können dieses Fenster schließen.',
  'cli.failedTitle': 'Die Befehlszeile konnte nicht angemeldet werden',
  'cli.failedMessage':
    'Den Grund nennt das Terminal. Sie können dieses Fenster schließen und mit portico login neu beginnen.',
  'cli.goneTitle': 'Dieser Code gilt nicht mehr',
  'cli.goneMessage':
    'Er wurde bereits bestätigt oder abgelehnt, oder er ist abgelaufen. Beginnen Sie neu mit portico login --device.',
  'cli.invalidTitle': 'Diese Adresse ist unvollständig',
  'cli.invalidMessage': 'Beim Aufruf dieser Seite fehlten Angaben. Beginnen Sie neu mit portico login.',
} as const
