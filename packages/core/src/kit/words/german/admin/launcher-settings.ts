/** The German of `admin/launcher-settings.ts`. */
export const launcherSettings = {
  'launcherSettings.title': 'Launcher',
  'launcherSettings.lead': 'Was Personen oberhalb ihrer Anwendungen lesen und an wen sie sich für Zugriff wenden.',
  'launcherSettings.form': 'Mitteilung und Zugriff',
  'launcherSettings.announcement': 'Mitteilung',
  'launcherSettings.announcementHint':
    'Reiner Text mit höchstens {announcementLengthMax, number} Zeichen, der für alle in diesem Mandanten über den Anwendungen steht. Leer: keine Mitteilung.',
  'launcherSettings.until': 'Angezeigt bis',
  'launcherSettings.untilHint': 'In der Zeitzone dieses Browsers. Leer: bis sie entfernt wird.',
  'launcherSettings.contact': 'Kontakt für Zugriff',
  'launcherSettings.contactHint':
    'Zum Beispiel: der Servicedesk, desk@acme.example. Leer: Personen werden an die Administration verwiesen.',
  'launcherSettings.saved':
    'Die Angaben für den Launcher wurden gespeichert. Geöffnete Launcher zeigen sie nach dem nächsten Laden.',
} as const
