import type { Migration } from 'kysely'

import { baseline } from '../schema/index.ts'
import { scimIgnored } from './0002-scim-ignored.ts'
import { refreshTokens } from './0003-refresh-tokens.ts'
import { requestsOfApplications } from './0004-requests-of-applications.ts'
import { freshTestLogins } from './0005-fresh-test-logins.ts'
import { namesOfScimTokens } from './0006-names-of-scim-tokens.ts'
import { countsForMetrics } from './0007-counts-for-metrics.ts'

/** In the order of their names. From the baseline on, a migration only adds: earlier versions of the server work beside it. */
export const migrations: Record<string, Migration> = {
  '0001-schema': baseline,
  '0002-scim-ignored': scimIgnored,
  '0003-refresh-tokens': refreshTokens,
  '0004-requests-of-applications': requestsOfApplications,
  '0005-fresh-test-logins': { up: freshTestLogins },
  '0006-names-of-scim-tokens': { up: namesOfScimTokens },
  '0007-counts-for-metrics': { up: countsForMetrics },
}
