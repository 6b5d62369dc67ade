/** The German of `server-and-terminal/findings-azure.ts`. */
export const findingsAzure = {
  'finding.azure-tenant-wrong':
    'Die Person hat sich im Verzeichnis {found} angemeldet, „{domain}“ ist jedoch das Verzeichnis {expected}.',
  'finding.azure-tenant-wrong.todo':
    'Geben Sie unter „Domänenname“ die Domäne oder die Mandanten-ID des Verzeichnisses dieser Personen ein, und registrieren Sie die Anwendung dort für einen einzelnen Mandanten.',
  'finding.azure-version-wrong':
    'Das Token hat die Version {found}, dieser Anbietertyp braucht jedoch die Version {expected}.',
  'finding.azure-version-wrong.todo':
    'Der Typ „Azure AD (legacy)“ ist für Version 1.0, „Microsoft Entra ID“ für 2.0: Fügen Sie einen Anbieter des anderen Typs hinzu und verlegen Sie die Benutzernamenformate dorthin.',
  'finding.azure-secret-expired':
    'Das Anwendungsgeheimnis ist nicht mehr gültig. „Enddatum“ nennt: {endsOn}. {description}',
  'finding.azure-secret-expired.todo':
    'Öffnen Sie in Azure „App-Registrierungen“ und dort „Zertifikate & Geheimnisse“, erstellen Sie einen neuen geheimen Clientschlüssel, und geben Sie ihn mit seinem Enddatum unter „Anwendungsgeheimnis“ ein.',
  'finding.graph-no-permission':
    'Microsoft Graph gibt keine Auskunft über die Gruppen der Person (Status {status}, {code}, {call}). Die Person wurde ohne Gruppen angemeldet.',
  'finding.graph-no-permission.todo':
    'Öffnen Sie in Azure „App-Registrierungen“ und dort „API-Berechtigungen“, fügen Sie die Anwendungsberechtigungen User.Read.All und GroupMember.Read.All von Microsoft Graph hinzu, und wählen Sie „Administratorzustimmung erteilen“.',
  'finding.graph-failed':
    'Microsoft Graph konnte nicht nach Gruppen gefragt werden ({address}, Status {status}): {error}. Die Person wurde ohne Gruppen angemeldet.',
  'finding.graph-failed.todo':
    'Melden Sie sich erneut an, sobald Graph antwortet. Besteht das Problem weiter, prüfen Sie das Netzwerk zwischen diesem Server und Graph sowie das Anwendungsgeheimnis.',
  'finding.graph-names-missing':
    'Microsoft Graph hat die Namen der Gruppen der Person nicht genannt (Status {status}). Die Gruppen zählen und werden mit ihrer ID angezeigt.',
  'finding.graph-names-missing.todo':
    'Um Namen zu sehen, erteilen Sie die Anwendungsberechtigung GroupMember.Read.All von Microsoft Graph mit Administratorzustimmung, oder versuchen Sie es erneut, sobald Graph antwortet.',
  'finding.groups-too-many': 'Die Person ist in {count} Gruppen; nur die ersten {taken} wurden verwendet.',
  'finding.groups-too-many.todo':
    'Grenzen Sie sie mit „Gruppenname beginnt mit“ ein, oder weisen Sie dieser Anwendung beim Anbieter nur die Gruppen zu, auf die es ankommt.',
} as const
