// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "CLIENT_ADDRESS": ["Enter an https address. http is allowed for localhost only, and no part after #."],
  "CLIENT_ADDRESSES_TOO_MANY": ["There are too many addresses. Remove some."],
  "CLIENT_ADDRESS_TWICE": ["An address is listed more than once."],
  "CLIENT_KEYS_TOO_MANY": ["Enter at most the current key or certificate and the next one."],
  "CLIENT_REDIRECT_REQUIRED": ["Enter at least one address that people return to."],
  "CLIENT_KEYS_TWO_SOURCES": ["Enter public keys or the address of a key set, not both."],
  "CLIENT_KEY_REQUIRED": ["private_key_jwt needs a public key or the address of a key set."],
  "CLIENT_KEY_TWICE": ["A key or certificate is listed more than once."],
  "CLIENT_CERTIFICATE_REQUIRED": ["Signed requests need a signing certificate of the service provider."],
  "CLIENT_NOT_CERTIFICATE": ["Enter an X.509 certificate in PEM format, not only a public key."],
  "CLIENT_ENTITY_ID_TAKEN": ["Another registration of this tenant has this entity ID."],
  "CLIENT_NO_SECRET": ["This registration has no client secret: the application authenticates in another way."],
  "CLIENT_OF_PORTAL": ["Portico signs people in to the portal itself. Register another application."],
}
