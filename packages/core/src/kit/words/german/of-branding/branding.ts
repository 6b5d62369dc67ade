export const branding = {
  BRAND_COLOR: 'Geben Sie eine Farbe als # und sechs hexadezimale Ziffern ein, etwa #0a4fa3.',
  BRAND_ACCENT_ALONE: 'Eine Akzentfarbe braucht eine Primärfarbe. Legen Sie auch die Primärfarbe fest.',
  BRAND_ADDRESS: 'Geben Sie eine Adresse ein, die mit https:// beginnt und keinen Benutzernamen enthält.',
  LOGO_UNREADABLE:
    'Dies ist kein PNG-, JPEG- oder WebP-Bild, oder es ist beschädigt. SVG-Dateien können Skripte enthalten und werden abgelehnt.',
  LOGO_TOO_LARGE: 'Ein Logo darf höchstens {iconBytesMax} Byte groß sein.',
  LOGO_SIZE: 'Jede Seite eines Logos muss zwischen {iconSideMin} und {iconSideMax} Pixel lang sein.',
  'branding.title': 'Erscheinungsbild',
  'branding.lead':
    'Ihr Name, Ihr Logo und Ihre Farben im Launcher, in der Verwaltung und auf Ihrer eigenen Anmeldeadresse. Was Sie leer lassen, bleibt so, wie der Betreiber dieses Servers es festgelegt hat.',
  'branding.name': 'Name',
  'branding.nameHint': 'In der Kopfzeile und am Ende der Seitentitel; höchstens {max, number} Zeichen.',
  'branding.primaryColor': 'Primärfarbe',
  'branding.primaryHint': 'Schaltflächen, Links und Fokusrahmen, etwa #0a4fa3.',
  'branding.accentColor': 'Akzentfarbe',
  'branding.accentHint':
    'Favoriten und das Bild der Anmeldeseite. Wenn leer, richtet sich das Bild nach der Primärfarbe.',
  'branding.privacyPolicyUrl': 'Datenschutzerklärung',
  'branding.privacyHint': 'Eine https-Adresse, die auf Ihrer Anmeldeseite verlinkt ist.',
  'branding.logo': 'Logo',
  'branding.logoHint':
    'PNG, JPEG oder WebP, {iconSideMin} bis {iconSideMax, number} Pixel je Seite, höchstens {iconBytesMax, number} Byte. Wählen Sie eines, das auf hellen und dunklen Seiten erkennbar ist. Es gilt sofort.',
  'branding.logoNone': 'Kein eigenes Logo.',
  'branding.logoElsewhere': 'Das Logo wird im Portal geändert oder mit: portico branding set --logo FILE',
  'branding.logoUpload': 'Logo hochladen',
  'branding.logoFile': 'Bilddatei',
  'branding.logoRemove': 'Logo entfernen',
  'branding.logoSaved': 'Das neue Logo erscheint, sobald Seiten neu geladen werden.',
  'branding.logoRemoved': 'Ihr Logo wurde entfernt.',
  'branding.preview': 'Vorschau',
  'branding.light': 'Hell',
  'branding.dark': 'Dunkel',
  'branding.previewButton': 'Eine Schaltfläche',
  'branding.previewLink': 'ein Link in einem Text',
  'branding.previewMark': 'eine markierte Zeile',
  'branding.previewError': 'Ein Fehler behält seine Farbe.',
  'branding.asSet': '{colour} wird unverändert gezeigt: Text in dieser Farbe hat hier einen Kontrast von {contrast}:1.',
  'branding.changed':
    '{colour} hat hier einen Kontrast von {before}:1, und Text braucht 4,5:1. Gezeigt wird {shown} mit {contrast}:1.',
  'branding.signIn': 'Ihre Anmeldeadresse',
  'branding.signInHint':
    'Wer sie öffnet, sieht Ihr Erscheinungsbild schon vor der Anmeldung. Auf der allgemeinen Anmeldeseite erscheint es nur in einem Browser, der sich nach einer Anmeldung den Benutzernamen merkt. So können Fremde nicht herausfinden, welche Unternehmen hier sind.',
  'branding.signInCopy': 'Adresse kopieren',
  'branding.signInNone': 'Sie erhalten eine, sobald Sie das Erscheinungsbild zum ersten Mal speichern.',
  'branding.saved':
    'Das Erscheinungsbild wurde gespeichert. Andere offene Seiten zeigen es, sobald sie neu geladen werden.',
  'branding.reset': 'Erscheinungsbild zurücksetzen',
  'branding.resetQuestion': 'Name, Logo, Farben und Datenschutzlink entfernen?',
  'branding.resetText':
    'Die Seiten sehen dann so aus, wie der Betreiber dieses Servers es festgelegt hat. Ihre Anmeldeadresse bleibt. Sie können dies rückgängig machen, bis Sie die Seite verlassen.',
  'branding.resetForGood':
    'Die Seiten sehen dann so aus, wie der Betreiber dieses Servers es festgelegt hat. Ihre Anmeldeadresse bleibt. Dies lässt sich hier nicht rückgängig machen: Bewahren Sie die Datei des Logos auf.',
  'branding.resetDone': 'Das Erscheinungsbild wurde entfernt.',
  'branding.undo': 'Rückgängig machen',
  'branding.undone': 'Das Erscheinungsbild ist wieder wie vorher.',
} as const
