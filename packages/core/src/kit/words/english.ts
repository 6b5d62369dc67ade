import type { Messages } from '@lingui/core'

import { messages as accessMessages } from './access-screens/compiled.ts'
import { messages as adminMessages } from './admin/compiled.ts'
import { messages } from './en.compiled.ts'
import { joinMessages } from './join-messages.ts'
import { messages as mappingViewMessages } from './mapping-views/compiled.ts'
import { messages as apiTokenMessages } from './of-api-tokens/compiled.ts'
import { messages as auditMessages } from './of-audit/compiled.ts'
import { messages as clientMessages } from './of-clients/compiled.ts'
import { messages as brandingMessages } from './of-branding/compiled.ts'
import { messages as findingMessages } from './of-findings/compiled.ts'
import { messages as noticeMessages } from './of-notices/compiled.ts'
import { messages as operationMessages } from './of-operations/compiled.ts'
import { messages as paletteMessages } from './palette.compiled.ts'
import { messages as setupMessages } from './first-time/compiled.ts'
import { messages as sessionMessages } from './of-sessions/compiled.ts'
import { messages as serverAndTerminalMessages } from './server-and-terminal/compiled.ts'
import { messages as signInErrorMessages } from './sign-in-errors/compiled.ts'
import { messages as tenantMessages } from './tenant/compiled.ts'
import { messages as scimMessages } from './of-scim/compiled.ts'
import { messages as webhookMessages } from './of-webhooks/compiled.ts'

export type { WordId } from './all-sentences.ts'

/** All sentences. A web page that is loaded first takes only `en.compiled.ts`. */
export const englishMessages: Messages = joinMessages(
  messages,
  adminMessages,
  tenantMessages,
  accessMessages,
  mappingViewMessages,
  serverAndTerminalMessages,
  paletteMessages,
  setupMessages,
  sessionMessages,
  noticeMessages,
  findingMessages,
  auditMessages,
  operationMessages,
  brandingMessages,
  scimMessages,
  webhookMessages,
  clientMessages,
  apiTokenMessages,
  signInErrorMessages,
)
