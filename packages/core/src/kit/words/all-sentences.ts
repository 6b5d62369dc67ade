import { accessEn } from './access-screens/index.ts'
import { adminEn } from './admin/index.ts'
import { en } from './en.ts'
import { mappingViewsEn } from './mapping-views/index.ts'
import { auditEn } from './of-audit/index.ts'
import { apiTokensEn } from './of-api-tokens/index.ts'
import { findingsEn } from './of-findings/index.ts'
import { noticesEn } from './of-notices/index.ts'
import { clientsEn } from './of-clients/index.ts'
import { brandingEn } from './of-branding/index.ts'
import { operationsEn } from './of-operations/index.ts'
import { paletteEn } from './palette.ts'
import { serverAndTerminalEn } from './server-and-terminal/index.ts'
import { setupEn } from './first-time/index.ts'
import { sessionsEn } from './of-sessions/index.ts'
import { signInErrorsEn } from './sign-in-errors/index.ts'
import { tenantEn } from './tenant/index.ts'
import { scimEn } from './of-scim/index.ts'
import { webhooksEn } from './of-webhooks/index.ts'

/** Every sentence as it is written, by id. Programs load the compiled ones (`english.ts`). */
export const allSentences = () =>
  ({
    ...en,
    ...adminEn,
    ...tenantEn,
    ...accessEn,
    ...mappingViewsEn,
    ...setupEn,
    ...sessionsEn,
    ...noticesEn,
    ...findingsEn,
    ...auditEn,
    ...operationsEn,
    ...brandingEn,
    ...scimEn,
    ...webhooksEn,
    ...clientsEn,
    ...apiTokensEn,
    ...serverAndTerminalEn,
    ...paletteEn,
    ...signInErrorsEn,
  }) as const
