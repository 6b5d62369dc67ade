// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "portal.title": ["Anwendungsportal"],
  "login.title": ["Anmelden"],
  "login.lead": ["Verwenden Sie den Benutzernamen Ihres Unternehmenskontos."],
  "login.welcome": ["Ein Zugang zu allem, womit Sie arbeiten."],
  "login.username": ["Benutzername"],
  "login.remember": ["Benutzernamen merken"],
  "login.environment": ["Umgebung"],
  "login.environmentLater": ["Nach der Anmeldung wählen"],
  "login.submit": ["Weiter"],
  "login.recovery": ["Wiederherstellungscode verwenden"],
  "login.privacy": ["Datenschutzerklärung"],
  "login.noScript": ["Aktivieren Sie JavaScript in diesem Browser, um sich anzumelden."],
  "login.inactive": ["Sie wurden wegen Inaktivität abgemeldet."],
  "login.elsewhere": ["Eine andere Website hat eine Anmeldung begonnen, die Ihre Sitzung hier beenden würde. Um damit fortzufahren, geben Sie den Benutzernamen für diese Anmeldung ein."],
  "login.kept": ["Ihre Eingaben bleiben in diesem Tab erhalten, bis Sie sich wieder anmelden."],
  "environments.nonProduction": ["Nicht produktive Umgebungen"],
  "error.401.help": ["Möglicherweise wurden Sie wegen Inaktivität abgemeldet."],
  "error.unexpected.title": ["Damit haben wir leider nicht gerechnet."],
  "unreachable.title": ["Portico ist nicht erreichbar"],
  "unreachable.offline": ["Sie sind offline"],
  "unreachable.kept": ["Ihre Eingaben bleiben erhalten. Versuchen Sie es erneut, sobald die Verbindung wieder besteht."],
  "USERNAME_REQUIRED": ["Geben Sie den Benutzernamen Ihres Unternehmenskontos ein"],
  "USERNAME_SHAPE": ["Das ist offenbar kein gültiger Benutzername."],
  "USERNAME_EXPECTED": ["Ein Benutzername sieht aus wie eine E-Mail-Adresse oder wie DOMÄNE\\benutzer."],
}
