/** The German of `server-and-terminal/saml-applications.ts`. */
export const samlApplications = {
  'samlApplications.refused': 'Sie wurden nicht angemeldet',
  'samlApplications.unknown':
    'Die Anwendung, von der Sie kommen, ist nicht registriert. Deshalb können Sie dort nicht angemeldet werden. Bitten Sie Ihre Administration, sie zu registrieren.',
  'samlApplications.invalid':
    'Die Anmeldeanfrage der Anwendung ist ungültig. Kehren Sie zur Anwendung zurück und versuchen Sie es erneut. Wenn es wieder geschieht, nennen Sie Ihrer Administration den Code unten.',
  'samlApplications.expired':
    'Diese Anmeldung hat zu lange gedauert oder wurde bereits abgeschlossen. Beginnen Sie in der Anwendung von vorn.',
  'samlApplications.noAccess': 'Sie können {application} nicht öffnen. Bitten Sie Ihre Administration um Zugriff.',
  'samlApplications.deactivated': 'Ihr Unternehmen ist deaktiviert. Deshalb können Sie {application} nicht öffnen.',
  'samlApplications.personOnly':
    'Sie können {application} erst öffnen, wenn Sie sich über Ihren Identitätsanbieter angemeldet haben. Melden Sie sich ab und öffnen Sie die Anwendung dann erneut.',
  'samlApplications.otherOrganization':
    'Sie sind bei einem anderen Unternehmen angemeldet. Melden Sie sich ab und öffnen Sie die Anwendung dann erneut.',
  'samlApplications.notFresh':
    '{application} verlangt, dass Sie sich erneut anmelden, aber Ihr Identitätsanbieter hat Ihre Anmeldedaten nicht abgefragt. Versuchen Sie es erneut.',
  'samlApplications.noEmail':
    '{application} benötigt Ihre E-Mail-Adresse, aber Ihr Identitätsanbieter hat keine gesendet. Bitten Sie Ihre Administration um Hilfe.',
  'samlApplications.foreignEmail':
    '{application} identifiziert Sie anhand Ihrer E-Mail-Adresse, und Ihre Adresse liegt in keiner Domäne Ihres Identitätsanbieters. Bitten Sie Ihre Administration um Hilfe.',
  'samlApplications.logoutInvalid':
    'Die Abmeldeanfrage der Anwendung ist ungültig. Möglicherweise sind Sie noch angemeldet. Melden Sie sich im Portal ab. Wenn es wieder geschieht, nennen Sie Ihrer Administration den Code unten.',
  'samlApplications.return': 'Zurück zur Anwendung',
} as const
