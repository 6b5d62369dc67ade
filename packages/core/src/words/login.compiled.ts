// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "portal.title": ["App Portal"],
  "login.title": ["Sign in"],
  "login.lead": ["Use the username of your company account."],
  "login.welcome": ["One way in to everything you work with."],
  "login.username": ["Username"],
  "login.remember": ["Remember me"],
  "login.environment": ["Environment"],
  "login.environmentLater": ["Choose after signing in"],
  "login.submit": ["Continue"],
  "login.recovery": ["Use a recovery code"],
  "login.privacy": ["Privacy policy"],
  "login.noScript": ["Turn on JavaScript in this browser to sign in."],
  "login.inactive": ["You were signed out due to inactivity."],
  "login.elsewhere": ["Another site started a sign-in that would end your session here. To continue, enter the username for that sign-in."],
  "login.kept": ["What you typed is kept in this tab until you sign in again."],
  "environments.nonProduction": ["Non-production environments"],
  "error.401.help": ["You may have been signed out due to inactivity."],
  "error.unexpected.title": ["Sorry, we didn't expect that."],
  "unreachable.title": ["Portico cannot be reached"],
  "unreachable.offline": ["You are offline"],
  "unreachable.kept": ["What you typed is kept. Try again when the connection is back."],
  "USERNAME_REQUIRED": ["Enter the username for your company account"],
  "USERNAME_SHAPE": ["That doesn't look like a valid username."],
  "USERNAME_EXPECTED": ["A username looks like an e-mail address, or like DOMAIN\\user."],
}
