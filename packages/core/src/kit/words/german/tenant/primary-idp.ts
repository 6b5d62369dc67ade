/** The German of `tenant/primary-idp.ts`. */
export const primaryIdp = {
  IDP_SWITCH_PROVIDER: 'Wählen Sie einen eingeschalteten Identitätsanbieter, der nicht der primäre ist.',
  IDP_SWITCH_GROUP:
    'Wählen Sie eine Gruppe dieses Identitätsanbieters, die Portico aus einer Anmeldung oder einem Import kennt.',
  IDP_SWITCH_GRACE: 'Die Übergangsfrist wird in ganzen Sekunden angegeben und beträgt höchstens {graceDaysMax} Tage.',
  IDP_SWITCH_IS_PRIMARY: 'Dieser Identitätsanbieter ist bereits der primäre.',
  IDP_SWITCH_DISABLED: 'Dieser Identitätsanbieter ist ausgeschaltet. Schalten Sie ihn zuerst ein.',
  IDP_SWITCH_NONE: 'Es steht kein Wechsel des Identitätsanbieters aus.',
  IDP_SWITCH_OTHER_PROVIDER:
    'Einen Wechsel des Identitätsanbieters kann nur annehmen, wer über den neuen Anbieter angemeldet ist. Melden Sie sich zuerst über ihn an.',
  IDP_SWITCH_NOT_MEMBER:
    'Sie sind kein Mitglied der Gruppe, die für die Rolle Security Admin gewählt wurde. Annehmen muss ein Mitglied dieser Gruppe.',
  IDP_SWITCH_STALE:
    'Zum Annehmen brauchen Sie eine Anmeldung beim Anbieter, die weniger als {freshSignInMinutes} Minuten alt ist. Melden Sie sich erneut über den neuen Anbieter an.',
  'idpSwitch.title': '{name} zum primären Identitätsanbieter machen?',
  'idpSwitch.pageTitle': 'Neuer Identitätsanbieter',
  'idpSwitch.lead':
    '{chosenBy} hat {groupName}, eine Gruppe von {idpName}, für die Verwaltung dieses Portals gewählt. Sie sind Mitglied dieser Gruppe. Wenn Sie annehmen, werden ihre Mitglieder sofort Security Admins.',
  'idpSwitch.grace':
    '{seconds, plural, =0 {Die Security Admins von {primaryName} verlieren die Rolle im selben Moment.} other {Die Security Admins von {primaryName} behalten die Rolle danach noch {grace}.}}',
  'idpSwitch.duration':
    '{unit, select, d {{count, plural, one {# Tag} other {# Tage}}} h {{count, plural, one {# Stunde} other {# Stunden}}} m {{count, plural, one {# Minute} other {# Minuten}}} other {{count, plural, one {# Sekunde} other {# Sekunden}}}}',
  'idpSwitch.since': 'Gewählt',
  'idpSwitch.stale':
    'Portico kann nicht bestätigen, dass Sie sich in den letzten {freshSignInMinutes} Minuten bei Ihrem Anbieter angemeldet haben. Das Annehmen führt Sie zuerst zu {idpName}, damit Sie sich erneut anmelden.',
  'idpSwitch.accept': 'Annehmen',
  'idpSwitch.skip': 'Jetzt nicht',
  'idpSwitch.refusedTitle': 'Sie können keinen Wechsel des Identitätsanbieters annehmen',
  'idpSwitch.toPortal': 'Zum Portal',
  'idpSwitch.confirm':
    'Darf ein Mitglied von {groupName} den Identitätsanbieter {idpName} zum primären machen? {seconds, plural, =0 {Die bisherigen Security Admins verlieren die Rolle in diesem Moment.} other {Die bisherigen Security Admins behalten die Rolle danach noch {grace}.}}',
  'idpSwitch.explained':
    'Die Rolle geht durch einen Wechsel des primären Identitätsanbieters an eine Gruppe von {idpName} über. Er steht aus, bis sich ein Mitglied der Gruppe über {idpName} anmeldet und ihn annimmt. Vorher ändert sich nichts.',
  'idpSwitch.group': 'Gruppe von {idpName}, die das Portal verwalten wird',
  'idpSwitch.groupRequired': 'Wählen Sie eine Gruppe',
  'idpSwitch.graceLabel': 'Übergangsfrist',
  'idpSwitch.graceHint':
    'Wie lange die bisherigen Security Admins die Rolle nach dem Wechsel behalten: 2d, 12h, 30m oder 0. Höchstens {graceDaysMax} Tage.',
  'idpSwitch.graceShape': 'Geben Sie eine Zeit wie 2d, 12h, 30m oder 0 ein, höchstens {graceDaysMax} Tage.',
  'idpSwitch.rehearse': 'Auswirkungen zeigen',
  'idpSwitch.confirmTitle': 'Zu {idpName} wechseln?',
  'idpSwitch.start': 'Wechsel beginnen',
  'idpSwitch.pendingTitle': 'Ein Wechsel des primären Identitätsanbieters steht aus.',
  'idpSwitch.pending':
    '{chosenBy} hat {groupName} gewählt, eine Gruppe von {idpName}. Ein Mitglied der Gruppe muss sich über {idpName} anmelden und annehmen.',
  'idpSwitch.reject': 'Wechsel ablehnen',
  'idpSwitch.rejectAsk':
    'Mitglieder von {groupName} werden nicht mehr gefragt, und {primaryName} bleibt der primäre Identitätsanbieter.',
  'idpSwitch.graceRuns':
    'Gruppen von {name}, dem früheren primären Identitätsanbieter, behalten die Rolle bis {until}.',
  'idpSwitch.chosen': 'Der Wechsel steht aus, bis sich ein Mitglied der Gruppe anmeldet und ihn annimmt.',
  'idpSwitch.rejected': 'Der ausstehende Wechsel wurde abgelehnt. Der primäre Identitätsanbieter bleibt derselbe.',
  'idpSwitch.administrators':
    '{count, plural, =0 {Keine bekannte Person wäre Security Admin.} one {# bekannte Person wäre Security Admin:} other {# bekannte Personen wären Security Admins:}}',
  'idpSwitch.person': '{name} ({username})',
  'idpSwitch.newPerson': '{name} ({username}), neu',
  'idpSwitch.lost':
    '{count, plural, =0 {Kein bisheriger Security Admin würde die Rolle verlieren.} one {# bisheriger Security Admin würde die Rolle verlieren:} other {# bisherige Security Admins würden die Rolle verlieren:}}',
  'idpSwitch.lostRoles':
    '{count, plural, =0 {Keine Rolle ginge verloren.} one {# Rolle ist nur Gruppen des bisherigen Anbieters zugeordnet:} other {# Rollen sind nur Gruppen des bisherigen Anbieters zugeordnet:}}',
  'idpSwitch.lostRole': '{environment}: {application}, {role}',
  'idpSwitch.lostAccess': '{environment}: {application}',
} as const
