// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "audit.title": ["Audit-Protokoll"],
  "audit.lead": ["Wer was geändert und wer sich angemeldet hat, das Neueste zuerst. Öffnen Sie einen Eintrag, um die Werte vorher und nachher zu sehen."],
  "audit.search": ["Nach Urheber oder geändertem Objekt suchen"],
  "audit.clear": ["Suche löschen"],
  "audit.kind": ["Art des Objekts"],
  "audit.all": ["Alle"],
  "audit.since": ["Ab"],
  "audit.until": ["Vor"],
  "audit.about": ["Nur Einträge zu ",["target"],"."],
  "audit.by": ["Nur Einträge von ",["actor"],"."],
  "audit.showAll": ["Alle anzeigen"],
  "audit.export": ["Als JSON-Zeilen exportieren"],
  "audit.older": ["Ältere Einträge laden"],
  "audit.none": ["Es gibt noch keinen Eintrag."],
  "audit.noMatch": ["Kein Eintrag gefunden."],
  "audit.before": ["Vorher"],
  "audit.after": ["Nachher"],
  "audit.nothing": ["Nichts"],
  "audit.history": ["Verlauf"],
  "audit.close": ["Schließen"],
  "audit.openTarget": [["target"]," öffnen"],
}
