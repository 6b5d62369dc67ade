import type { Messages } from '@lingui/core'

import { messages as adminMessages } from './admin/compiled.ts'
import type { adminEn } from './admin/index.ts'
import { messages } from './en.compiled.ts'
import type { en } from './en.ts'
import { joinMessages } from './join-messages.ts'
import { messages as paletteMessages } from './palette.compiled.ts'
import type { paletteEn } from './palette.ts'

/** Every id that has a sentence. */
export type WordId = keyof typeof en | keyof typeof adminEn | keyof typeof paletteEn

/** Every sentence there is. A web page that is loaded first takes `en.compiled.ts` alone. */
export const englishMessages: Messages = joinMessages(messages, adminMessages, paletteMessages)
