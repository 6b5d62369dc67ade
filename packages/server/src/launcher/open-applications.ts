import type { LauncherApplication } from '@portico/core/contract'

import { openApplications } from '../applications/queries.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import { openEnvironments } from '../environments/queries.ts'
import type { Actor } from '../http/actor.ts'
import type { Sender } from '../http/senders.ts'
import { assignedApplications } from './queries.ts'

/** A person's come from their groups in the selected environment, a service account's from its dependencies. */
export async function applicationsOf({
  tx,
  actor,
  sender,
}: {
  tx: TenantTransaction
  actor: Actor
  sender: Sender
}): Promise<LauncherApplication[]> {
  if (actor.kind === 'service-account') return assignedApplications(tx, actor)
  if (actor.environmentId === null) return []
  // An environment closed since it was selected opens nothing.
  const open = await openEnvironments(tx, actor)
  return open.some((environment) => environment.id === actor.environmentId)
    ? closedWhere(sender.tenant.deactivated, await openApplications(tx, actor.id, actor.environmentId))
    : []
}

/** The applications of a deactivated tenant are shown and do not open. */
function closedWhere(isDeactivated: boolean, applications: LauncherApplication[]): LauncherApplication[] {
  return isDeactivated ? applications.map((application) => ({ ...application, launchUrl: null })) : applications
}
