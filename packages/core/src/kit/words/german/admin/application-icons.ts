/** The German of `admin/application-icons.ts`. */
export const applicationIcons = {
  ICON_UNREADABLE: 'Dies ist kein PNG-, JPEG- oder WebP-Bild, oder es ist beschädigt.',
  ICON_TOO_LARGE: 'Ein Symbol darf höchstens {iconBytesMax} Byte groß sein.',
  ICON_SIZE: 'Jede Seite eines Symbols muss zwischen {iconSideMin} und {iconSideMax} Pixel lang sein.',
  ICON_ADDRESS: 'Geben Sie eine Adresse ein, beginnend mit https://.',
  ICON_NOT_FETCHED:
    'Die Adresse hat kein Bild geliefert. Sie muss eine öffentliche https-Adresse ohne Weiterleitung sein.',
  'application.show': 'Symbol und Zugriffstext',
  'application.signIn': 'Single Sign-on',
  'application.provisioning': 'Bereitstellung',
  'application.people': 'Wer sie öffnen kann',
  'application.askedBy': 'Personen ohne Zugriff lesen: „{text}“',
  'application.notFound': 'In dieser Umgebung gibt es keine Anwendung mit dieser ID.',
  'application.toList': 'Zu den Anwendungen',
  'application.icon': 'Symbol',
  'application.iconHint':
    'PNG, JPEG oder WebP, {iconSideMin} bis {iconSideMax, number} Pixel je Seite, höchstens {iconBytesMax, number} Byte. Es ist in allen Umgebungen gleich und ändert sich sofort.',
  'application.iconNone': 'Kein Symbol: Der Launcher zeigt die Anfangsbuchstaben des Namens.',
  'application.iconUpload': 'Symbol hochladen',
  'application.iconFile': 'Bilddatei',
  'application.iconLink': 'Adresse verwenden',
  'application.iconLinkHelp':
    'Der Server liest das Bild einmal, prüft es und behält eine Kopie. Browser laden es nie von dieser Adresse.',
  'application.iconAddress': 'Adresse des Bildes',
  'application.iconLinkConfirm': 'Dieses Bild verwenden',
  'application.iconRemove': 'Symbol entfernen',
  'application.iconSaved': '{name} hat ein neues Symbol. Geöffnete Launcher zeigen es nach dem nächsten Laden.',
  'application.iconRemoved': '{name} hat jetzt kein Symbol mehr.',
  'application.access': 'Zugriff',
  'application.accessText': 'Zugriffstext',
  'application.accessTextHint':
    'Personen, die die Anwendung in dieser Umgebung nicht öffnen können, lesen dies im Launcher; höchstens {accessTextLengthMax, number} Zeichen. Leer: Die Anwendung ist für diese Personen nicht sichtbar.',
  'application.accessTextSaved':
    'Der Zugriffstext wurde gespeichert. Geöffnete Launcher zeigen ihn nach dem nächsten Laden.',
} as const
