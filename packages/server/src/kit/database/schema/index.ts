import { sql, type Kysely, type Migration } from 'kysely'

import { text } from './text.ts'
import { deployment } from './deployment.ts'
import { tenants } from './tenants.ts'
import { identityProviders } from './identity-providers.ts'
import { people } from './people.ts'
import { signIn } from './sign-in.ts'
import { applications } from './applications.ts'
import { serviceAccounts } from './service-accounts.ts'
import { singleSignOn } from './single-sign-on.ts'
import { audit } from './audit.ts'
import { scim } from './scim.ts'
import { provisioning } from './provisioning.ts'

export const baseline: Migration = {
  async up(db: Kysely<never>) {
    // A function can name tables that come later.
    await sql`select set_config('check_function_bodies', 'off', true)`.execute(db)
    await text(db)
    await deployment(db)
    await tenants(db)
    await identityProviders(db)
    await people(db)
    await signIn(db)
    await applications(db)
    await serviceAccounts(db)
    await singleSignOn(db)
    await audit(db)
    await scim(db)
    await provisioning(db)
  },
}
