// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "audit.title": ["Audit log"],
  "audit.lead": ["Who changed what, and who signed in; the newest first. Open an entry to see the values before and after."],
  "audit.search": ["Search by who did it or what was changed"],
  "audit.clear": ["Clear"],
  "audit.kind": ["Kind of object"],
  "audit.all": ["All"],
  "audit.since": ["From"],
  "audit.until": ["Before"],
  "audit.about": ["Only entries about ",["target"],"."],
  "audit.by": ["Only entries of ",["actor"],"."],
  "audit.showAll": ["Show all"],
  "audit.export": ["Export as JSON lines"],
  "audit.older": ["Load older entries"],
  "audit.none": ["There is no entry yet."],
  "audit.noMatch": ["No entry matches."],
  "audit.before": ["Before"],
  "audit.after": ["After"],
  "audit.nothing": ["Nothing"],
  "audit.history": ["History"],
  "audit.close": ["Close"],
  "audit.openTarget": ["Open ",["target"]],
}
