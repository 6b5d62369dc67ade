// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {

}
