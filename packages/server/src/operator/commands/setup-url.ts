import { setupUrlHours, wizardSteps } from '@portico/core/contract'

import { lastBaseUrl } from '../../app/base-url.ts'
import type { Place } from '../../app/open.ts'
import { roleHolders } from '../../providers/identity-providers/security-admin-paths.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import { setupPath } from '../../sign-in/setup/open-setup.ts'
import { readUrlState, type SetupUrlState } from '../../sign-in/sessions/setup-url.ts'
import { endSetup, makeSetupUrl } from '../../sign-in/setup/queries.ts'
import { readVariables } from '../../kit/settings/variables.ts'
import { inTenant, operatorName, readTenant } from './in-tenant.ts'
import { changing } from './with-store.ts'

export type SetupUrlOptions = { readonly again?: boolean | undefined }

/**
 * `setup-url create TENANT`: a URL that opens the first-time setup for 72 hours; earlier ones end. Refused for a tenant
 * that people can administer already, unless the operator says so: its holder replaces the primary identity provider.
 */
export async function runSetupUrlCreate(
  place: Place,
  slug: string,
  options: SetupUrlOptions,
): Promise<{ url: string; expiresAt: Date }> {
  const baseUrl = await baseUrlOf(place)
  const token = randomToken()
  return inTenant(place, slug, async ({ tx, audit }) => {
    const [path] = await roleHolders(tx)
    if (path !== undefined && options.again !== true)
      throw new Error(
        `The tenant "${slug}" has Security Admins already (group "${path.group}"). The holder of a setup URL can replace ` +
          'its primary identity provider. If that is what you want, add --again.',
      )
    const expiresAt = await makeSetupUrl(tx, { token, by: `operator ${operatorName()}` })
    await audit({
      action: 'setup-url.create',
      target: { kind: 'setup' },
      after: { expiresAt: expiresAt.toISOString(), hours: setupUrlHours, again: path !== undefined },
    })
    // A fragment is sent to no server, so the token is in no log of a proxy.
    return { url: `${baseUrl}${setupPath}#${token}`, expiresAt }
  })
}

/** `setup-url withdraw TENANT`. Throws if no URL is open. */
export async function runSetupUrlWithdraw(place: Place, slug: string): Promise<void> {
  await inTenant(place, slug, async ({ tx, audit }) => {
    if ((await readUrlState(tx))?.state !== 'open') throw new Error(`The tenant "${slug}" has no open setup URL.`)
    await endSetup(tx, 'withdrawn')
    await audit({ action: 'setup-url.withdraw', target: { kind: 'setup' } })
  })
}

/** `setup-url status TENANT` */
export async function runSetupUrlStatus(place: Place, slug: string): Promise<SetupUrlState | undefined> {
  return readTenant(place, slug, ({ tx }) => readUrlState(tx))
}

export function urlStateLines(state: SetupUrlState | undefined): string[] {
  if (state === undefined) return ['No setup URL was made.']
  const opened = state.openedAt === null ? 'never' : `${state.openedAt.toISOString()} from ${state.openedFrom ?? '?'}`
  return [
    `${'state'.padEnd(9)}${state.state}`,
    `${'made'.padEnd(9)}${state.madeAt.toISOString()} by ${state.madeBy}`,
    `${'expires'.padEnd(9)}${state.expiresAt.toISOString()}`,
    `${'opened'.padEnd(9)}${opened}`,
    `${'step'.padEnd(9)}${stepText(state.step)}`,
  ]
}

/** The test and the group assignment follow the wizard. */
function stepText(step: number): string {
  const count = wizardSteps.length
  if (step <= count) return `${step} of ${count}`
  return `all ${count} done; the test login and the Security Admin group remain`
}

/** The setting where this command has it, else the address that the server started with. */
async function baseUrlOf(place: Place): Promise<string> {
  const { PORTICO_BASE_URL: set } = readVariables(place.env)
  const found = set ?? (await changing(place, ({ database }) => lastBaseUrl(database)))
  if (found === undefined)
    throw new Error('The address of the server is not known. Start the server once, or set PORTICO_BASE_URL.')
  return found
}
