// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "SIGN_IN_EXPIRED": ["Diese Anmeldung hat zu lange gedauert oder wurde bereits abgeschlossen. Beginnen Sie von vorn."],
  "ENVIRONMENT_UNKNOWN": ["Diese Umgebung ist für Sie nicht freigegeben."],
  "error.401.title": ["Melden Sie sich an, um dies zu sehen."],
  "error.401.link": ["Zur Anmeldeseite"],
  "error.403.title": ["Die Sicherheitsvorgaben Ihres Unternehmens lassen diesen Zugriff nicht zu."],
  "error.403.link": ["Zurück"],
  "error.403.help": ["Öffnen Sie ein anderes Produkt oder wenden Sie sich an Ihre Administration."],
  "error.500.title": ["Im System ist ein Fehler aufgetreten."],
  "error.500.help": ["Im System liegt ein Problem vor. Warten Sie etwas und versuchen Sie es dann erneut."],
  "error.code": ["Code für Ihre Administration: ",["code"]],
  "USERNAME_TAKEN": ["Eine andere Person Ihres Unternehmens hat hier denselben Benutzernamen. Bitten Sie Ihre Administration, die beiden unterscheidbar zu machen."],
  "SIGN_IN_NOT_FRESH": ["Der Identitätsanbieter hat keine neue Anmeldung von Ihnen verlangt. Melden Sie sich dort ab und beginnen Sie von vorn."],
  "SIGN_IN_OTHER_BROWSER": ["Diese Anmeldung wurde in einem anderen Browser begonnen. Beginnen Sie hier von vorn."],
  "IDP_CERT_EXPIRED": ["Das Zertifikat Ihres Identitätsanbieters ist abgelaufen. Bitten Sie Ihre Administration, das neue zu installieren."],
  "IDP_DENIED": ["Der Identitätsanbieter hat Sie nicht angemeldet."],
  "error.idp.help": ["Beim Identitätsanbieter liegt ein Problem vor. Bitten Sie Ihre Administration, dessen Konfiguration zu prüfen."],
  "error.token.title": ["Nicht authentifiziert"],
  "error.token.help": ["Wenden Sie sich an den Support."],
  "error.idp.title": ["Ihr Identitätsanbieter hat die Anmeldung nicht abgeschlossen."],
  "error.username.title": ["Mit diesem Benutzernamen war keine Anmeldung möglich."],
  "error.username.help": ["Prüfen Sie den Benutzernamen, den Ihr Unternehmen Ihnen zugewiesen hat."],
  "PERSON_DEACTIVATED": ["Ihr Konto wurde hier deaktiviert. Bitten Sie die Sicherheitsadministration Ihres Unternehmens, es zu reaktivieren, und nennen Sie den Code unten."],
  "PERSON_INACTIVE_IN_DIRECTORY": ["Das Verzeichnis Ihres Unternehmens hat Ihr Konto deaktiviert oder entfernt. Bitten Sie die Administration des Verzeichnisses, es dort zu reaktivieren, und nennen Sie den Code unten."],
}
