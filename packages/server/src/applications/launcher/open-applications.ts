import type { LauncherApplication } from '@portico/core/contract'

import { openApplications } from '../applications/queries.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { initiateAddresses } from '../../protocols/openid/launch.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { openEnvironments } from '../../tenant/environments/queries.ts'
import type { Actor } from '../../kit/http/actor.ts'
import type { Sender } from '../../kit/http/senders.ts'
import { samlLaunchAddresses } from '../saml-applications/launch-addresses.ts'
import { assignedApplications } from './queries.ts'

/** A person's come from their groups in the selected environment, a service account's from its dependencies. */
export async function applicationsOf({
  tx,
  actor,
  sender,
  deps,
}: {
  tx: TenantTransaction
  actor: Actor
  sender: Sender
  deps: Pick<Deps, 'settings'>
}): Promise<LauncherApplication[]> {
  if (actor.kind === 'service-account') return assignedApplications(tx, actor)
  if (actor.environmentId === null) return []
  // An environment closed since it was selected opens nothing.
  const open = await openEnvironments(tx, actor)
  return open.some((environment) => environment.id === actor.environmentId)
    ? closedWhere(
        sender.tenant.deactivated,
        await signingIn(tx, actor.environmentId, await openApplications(tx, actor.id, actor.environmentId), deps),
      )
    : []
}

/** The applications of a deactivated tenant are shown and do not open. */
function closedWhere(isDeactivated: boolean, applications: LauncherApplication[]): LauncherApplication[] {
  return isDeactivated ? applications.map((application) => ({ ...application, launchUrl: null })) : applications
}

/**
 * Registered applications are opened at the address that begins a sign-in, so that the person arrives signed in. A SAML application without a launch
 * address is opened by an unsolicited response.
 */
async function signingIn(
  tx: TenantTransaction,
  environmentId: string,
  applications: LauncherApplication[],
  { settings }: Pick<Deps, 'settings'>,
): Promise<LauncherApplication[]> {
  if (applications.length === 0) return applications
  const { baseUrl } = settings
  const begins = await initiateAddresses(tx, environmentId, baseUrl)
  const samlAddresses = await samlLaunchAddresses(tx, { environmentId, baseUrl })
  return applications.map((application) => {
    const { id, launchUrl } = application
    return { ...application, launchUrl: begins.get(id)?.(launchUrl) ?? launchUrl ?? samlAddresses.get(id) ?? null }
  })
}
