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
import { sectionsEn } from './sections.ts'
import { serverAndTerminalEn } from './server-and-terminal/index.ts'
import { setupEn } from './first-time/index.ts'
import { sessionsEn } from './of-sessions/index.ts'
import { signInErrorsEn } from './sign-in-errors/index.ts'
import { tenantEn } from './tenant/index.ts'
import { scimEn } from './of-scim/index.ts'
import { webhooksEn } from './of-webhooks/index.ts'

/** The English sentences as they are written, by catalogue. Programs load the compiled ones (`compiled/english.ts`). */
export const englishCatalogues = {
  first: en,
  palette: paletteEn,
  sections: sectionsEn,
  admin: adminEn,
  tenant: tenantEn,
  'access-screens': accessEn,
  'first-time': setupEn,
  'mapping-views': mappingViewsEn,
  'of-api-tokens': apiTokensEn,
  'of-audit': auditEn,
  'of-branding': brandingEn,
  'of-clients': clientsEn,
  'of-findings': findingsEn,
  'of-notices': noticesEn,
  'of-operations': operationsEn,
  'of-sessions': sessionsEn,
  'of-scim': scimEn,
  'of-webhooks': webhooksEn,
  'server-and-terminal': serverAndTerminalEn,
  'sign-in-errors': signInErrorsEn,
} as const

type Catalogues = typeof englishCatalogues

/** Every id that has a sentence. */
export type WordId = { [Name in keyof Catalogues]: keyof Catalogues[Name] }[keyof Catalogues]

/** Every sentence by id. */
export const allSentences = (): Readonly<Record<WordId, string>> =>
  Object.assign({}, ...Object.values(englishCatalogues))
