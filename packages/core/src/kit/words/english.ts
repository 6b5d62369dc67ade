import type { Messages } from '@lingui/core'

import { messages as accessMessages } from './compiled/english/access-screens.ts'
import { messages as adminMessages } from './compiled/english/admin.ts'
import { messages } from './compiled/english/first.ts'
import { joinMessages } from './join-messages.ts'
import { messages as mappingViewMessages } from './compiled/english/mapping-views.ts'
import { messages as apiTokenMessages } from './compiled/english/of-api-tokens.ts'
import { messages as auditMessages } from './compiled/english/of-audit.ts'
import { messages as clientMessages } from './compiled/english/of-clients.ts'
import { messages as brandingMessages } from './compiled/english/of-branding.ts'
import { messages as findingMessages } from './compiled/english/of-findings.ts'
import { messages as noticeMessages } from './compiled/english/of-notices.ts'
import { messages as operationMessages } from './compiled/english/of-operations.ts'
import { messages as paletteMessages } from './compiled/english/palette.ts'
import { messages as setupMessages } from './compiled/english/first-time.ts'
import { messages as sessionMessages } from './compiled/english/of-sessions.ts'
import { messages as serverAndTerminalMessages } from './compiled/english/server-and-terminal.ts'
import { messages as signInErrorMessages } from './compiled/english/sign-in-errors.ts'
import { messages as tenantMessages } from './compiled/english/tenant.ts'
import { messages as scimMessages } from './compiled/english/of-scim.ts'
import { messages as webhookMessages } from './compiled/english/of-webhooks.ts'

export type { WordId } from './all-sentences.ts'

/** All sentences. A web page that is loaded first takes only those of `en.ts`. */
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
