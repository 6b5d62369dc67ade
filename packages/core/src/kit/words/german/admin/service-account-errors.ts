/** The German of `admin/service-account-errors.ts`. */
export const serviceAccountErrors = {
  SERVICE_ACCOUNT_NAME_REQUIRED: 'Geben Sie einen Namen für das Dienstkonto ein.',
  SERVICE_ACCOUNT_NAME_TOO_LONG: 'Der Name eines Dienstkontos darf höchstens {nameLengthMax} Zeichen haben.',
  SERVICE_ACCOUNT_NAME_CHARACTERS: 'Ein Name darf keine Steuerzeichen enthalten.',
  KEY_TOO_LONG: 'Ein öffentlicher Schlüssel darf höchstens {keyLengthMax} Zeichen haben.',
  KEY_ALGORITHM: 'Der Algorithmus eines Schlüssels ist RSA.',
  KEY_REQUIRED: 'Fügen Sie mindestens einen öffentlichen Schlüssel im PEM-Format hinzu.',
  KEY_NOT_PEM: 'Dies ist kein öffentlicher Schlüssel im PEM-Format.',
  KEY_PRIVATE:
    'Dies ist ein privater Schlüssel. Halten Sie ihn geheim und geben Sie den zugehörigen öffentlichen Schlüssel an.',
  KEY_NOT_RSA: 'Dies ist kein RSA-Schlüssel. Portico akzeptiert öffentliche RSA-Schlüssel ab {rsaBitsMin} Bit.',
  KEY_TOO_SMALL: 'Dieser RSA-Schlüssel ist zu klein. Portico akzeptiert öffentliche RSA-Schlüssel ab {rsaBitsMin} Bit.',
  KEY_TOO_BIG: 'Dieser RSA-Schlüssel ist zu groß. Portico akzeptiert öffentliche RSA-Schlüssel bis {rsaBitsMax} Bit.',
  KEY_EXPONENT:
    'Dieser RSA-Schlüssel hat einen unsicheren Exponenten. Erzeugen Sie einen Schlüssel mit dem Exponenten 65537.',
  KEY_TWICE: 'Beide Schlüssel sind gleich. Geben Sie zwei verschiedene an oder lassen Sie einen leer.',
  KEY_UNREADABLE: 'Dieser Schlüssel ist nicht lesbar. Prüfen Sie, ob er vollständig kopiert wurde.',
  DEPENDENCY_UNKNOWN: 'Diese Anwendung oder Rolle gibt es in der Umgebung nicht.',
  DEPENDENCY_TWICE: 'Diese Anwendung und Rolle ist doppelt angegeben.',
  FILE_REQUIRED: 'Wählen Sie zuerst eine Datei aus.',
  FILE_TOO_LARGE: 'Eine Datei darf höchstens {fileBytesMax} Byte groß sein.',
  FILE_UNREADABLE:
    'Diese Datei enthält weder ein Zertifikat noch einen öffentlichen Schlüssel. Wählen Sie eine Datei im PEM- oder DER-Format.',
  FILE_PRIVATE:
    'Diese Datei enthält einen privaten Schlüssel. Halten Sie ihn geheim und wählen Sie das zugehörige Zertifikat oder den zugehörigen öffentlichen Schlüssel.',
} as const
