/** The German of `server-and-terminal/audit.ts`. */
export const audit = {
  AUDIT_KEY_MISSING:
    'Dem Server fehlt der Schlüssel, der das Audit-Protokoll versiegelt. Bitten Sie den Betreiber, ihn wiederherzustellen: portico-server doctor.',
  'audit.found.row-edited': 'Zeile {row} vom {at} wurde nach dem Versiegeln geändert (Siegel {seal}).',
  'audit.found.row-missing': 'Zeile {row} wurde nach dem Versiegeln entfernt (Siegel {seal}).',
  'audit.found.row-inserted': 'Zeile {row} vom {at} wurde zwischen versiegelten Zeilen eingefügt (Siegel {seal}).',
  'audit.found.row-order': 'Die Zeilen unter Siegel {seal} stehen in anderer Reihenfolge als beim Versiegeln.',
  'audit.found.seal-edited': 'Siegel {seal} wurde geändert.',
  'audit.found.seal-missing': 'Siegel {seal} wurde entfernt.',
  'audit.found.tail-cut':
    'Das Audit-Protokoll endet vor Siegel {seal} vom {at}, das der Kopf nennt: Sein Ende wurde entfernt.',
  'audit.found.tail-replaced':
    'Siegel {seal} ist nicht das vom {at}, das der Kopf nennt: Das Ende des Protokolls wurde ersetzt.',
  'audit.found.key-missing': 'Siegel {seal} kann nicht geprüft werden: Dem Server fehlt der Schlüssel {key}.',
  'audit.found.head-key':
    'Der Kopf kann nicht geprüft werden: Dem Server fehlt der Schlüssel {key}, mit dem er signiert wurde.',
  'audit.found.head-invalid':
    'Der Kopf wurde nicht von diesem Server für diesen Mandanten signiert oder wurde geändert.',
  'audit.found.memory-cut':
    'Das Audit-Protokoll endet vor Siegel {seal} vom {at}, an das sich dieser Server erinnert: Sein Ende wurde entfernt, oder die Datenbank wurde wiederhergestellt.',
  'audit.found.memory-replaced':
    'Siegel {seal} ist nicht das vom {at}, an das sich dieser Server erinnert: Das Ende des Protokolls wurde ersetzt, oder die Datenbank wurde wiederhergestellt.',
  'audit.found.tenant-gone':
    'Der Mandant ist nicht mehr in der Datenbank. Dieser Server erinnert sich an Siegel {seal} seines Protokolls vom {at}.',
  'audit.found.row-backdated':
    'Zeile {row} vom {at} ist viel älter als die Zeilen davor, die unter Siegel {seal} stehen.',
  'audit.found.sealed-late':
    '{rows, plural, one {# Zeile} other {# Zeilen}} unter Siegel {seal} haben mehr als eine Stunde auf das Siegel vom {sealedAt} gewartet, die älteste seit {at}: Änderungen vor der Versiegelung sind nicht erkennbar.',
  'audit.found.unsealed-old':
    '{rows, plural, one {# Zeile hat} other {# Zeilen haben}} seit mehr als einer Stunde kein Siegel, die älteste seit {at}: Kein Server versiegelt das Protokoll, oder Siegel wurden entfernt.',
  'audit.found.log-empty': 'Das Audit-Protokoll des Mandanten ist leer: Seine Zeilen und Siegel wurden entfernt.',
  'audit.verified':
    '{rows, plural, one {# Zeile} other {# Zeilen}} unter {seals, plural, one {# Siegel} other {# Siegeln}} wie beim Versiegeln.',
  'audit.unsealed':
    '{rows, plural, one {# Zeile ist noch nicht versiegelt} other {# Zeilen sind noch nicht versiegelt}}, die älteste vom {at}: Werden solche Zeilen entfernt, ist das nicht erkennbar.',
  'audit.remembered':
    'Verglichen mit Siegel {seal}, an das sich dieser Server erinnert. Er erinnert sich lückenlos an das Protokoll seit {since}.',
  'audit.withoutHead':
    'Dieser Server erinnert sich nicht an das Audit-Protokoll: Mitsamt ihren Siegeln am Ende entfernte Zeilen werden nur mit --head FILE gefunden.',
  'audit.whoHasKey':
    'Wer den Schlüssel des Servers hat, kann ein geändertes Protokoll versiegeln: Bewahren Sie den Schlüssel und exportierte Köpfe getrennt von der Datenbank auf.',
  'audit.headWritten': 'Der Kopf des Audit-Protokolls (Siegel {seal}) wurde in {file} geschrieben.',
} as const
