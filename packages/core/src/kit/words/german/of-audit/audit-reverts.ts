/** The German of `of-audit/audit-reverts.ts`. */
export const auditReverts = {
  REVERT_CHANGED:
    'Eine spätere Änderung hat dies erneut gesetzt. Nehmen Sie zuerst die spätere Änderung zurück, oder setzen Sie den Wert auf der Seite des Objekts.',
  REVERT_GONE: 'Was sie geändert hat, gibt es nicht mehr.',
  REVERT_CREATED: 'Um eine Anlage zurückzunehmen, löschen Sie das Objekt auf seiner Seite.',
  REVERT_DELETED:
    'Ein gelöschtes Objekt kommt nicht mit seiner ID, seinen Schlüsseln und Zuordnungen zurück. Legen Sie es neu an.',
  REVERT_EARLIER:
    'Eine frühere Version von Portico hat diesen Eintrag ohne die Umgebung geschrieben. Setzen Sie die Gruppen auf der Seite der Rolle.',
  REVERT_EVENT: 'Dieser Eintrag hält ein Ereignis fest, keine Einstellung.',
  REVERT_KEYS:
    'Schlüssel werden nicht zurückgenommen, denn ein ersetzter Schlüssel kann in falschen Händen sein. Setzen Sie die Schlüssel auf der Seite des Dienstkontos.',
  REVERT_NOT_OFFERED:
    'Änderungen dieser Art können hier nicht zurückgenommen werden. Setzen Sie die Werte auf der Seite des Objekts.',
  REVERT_PROVIDER:
    'Das Audit-Protokoll enthält keine Geheimnisse, daher lässt sich die Konfiguration eines Identitätsanbieters nicht daraus wiederherstellen. Ändern Sie den Anbieter auf seiner Seite.',
  'audit.revert': 'Zurücknehmen',
  'audit.revertTitle': 'Zurücknehmen: {action}',
  'audit.revertSets': 'Dies setzt:',
  'audit.reverted': 'Die Änderung wurde zurückgenommen.',
  'audit.notReverted': 'Diese Änderung kann nicht zurückgenommen werden.',
} as const
