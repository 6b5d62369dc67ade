// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "SCIM_TOKEN_DAYS": ["Ein SCIM-Token ist 1 bis 3650 Tage gültig."],
  "SCIM_TOKEN_LIMIT": ["Der Identitätsanbieter hat ",["max","plural",{"one":["#"," aktives SCIM-Token"],"other":["#"," aktive SCIM-Token"]}],"; mehr darf er nicht haben. Deaktivieren oder löschen Sie zuerst eines."],
  "SCIM_TOKEN_EXPIRED": ["Das SCIM-Token ist abgelaufen und kann nicht aktiviert werden. Erstellen Sie ein neues."],
  "scimTokens.once": ["Kopieren Sie das Token jetzt: Es wird nicht wieder angezeigt. Das Verzeichnis sendet es als Bearer-Token."],
  "scimTokens.written": ["Das Token wurde in ",["file"]," geschrieben: Es wird nicht wieder angezeigt."],
  "scimTokens.enabled": ["Das SCIM-Token ",["beginning"]," wurde aktiviert."],
  "scimTokens.disabled": ["Das SCIM-Token ",["beginning"]," wurde deaktiviert."],
  "scimTokens.deleted": ["Das SCIM-Token ",["beginning"]," wurde gelöscht."],
}
