import {
  isRevertible,
  previewAuditRevert,
  readInput,
  revertAudit,
  revertedFields,
  revertRefusal,
  type AuditRevert,
  type AuditRow,
  type Endpoint,
} from '@portico/core/contract'
import { sql } from 'kysely'

import { findAuditRow } from '../audit/list-queries.ts'
import { tenantBrandingRoutes } from '../branding/tenant-routes.ts'
import { clientRoutes } from '../../applications/clients/routes.ts'
import { environmentRoutes } from '../environments/routes.ts'
import { groupMappingRoutes } from '../../access/group-mappings/routes.ts'
import { failureOf } from '../../kit/http/database-faults.ts'
import { Failure, invalid, notFound } from '../../kit/http/failure.ts'
import { withoutReadOnly } from '../../kit/http/read-only.ts'
import { route, type Answer, type Route, type TenantCall } from '../../kit/http/route.ts'
import { checkActive } from '../../kit/http/tenant-notice.ts'
import { idleTimeRoutes } from '../idle-time/routes.ts'
import { launcherNoticeRoutes } from '../../applications/launcher/notice-routes.ts'
import { portalRoleRoutes } from '../../access/portal-roles/routes.ts'
import { serviceAccountRoutes } from '../../machines/service-accounts/routes.ts'
import { supportAccessRoutes } from '../support-access/routes.ts'
import { tenantRoleRoutes } from '../../access/tenant-roles/routes.ts'
import { revertPlans, type Params } from './plans.ts'
import { isStill, revertBody } from './present.ts'

type Call = TenantCall<typeof revertAudit>
type Fields = Readonly<Record<string, unknown>>

const ordinaryRoutes: readonly Route[] = [
  ...tenantBrandingRoutes,
  ...clientRoutes,
  ...environmentRoutes,
  ...groupMappingRoutes,
  ...idleTimeRoutes,
  ...launcherNoticeRoutes,
  ...portalRoleRoutes,
  ...serviceAccountRoutes,
  ...supportAccessRoutes,
  ...tenantRoleRoutes,
]

export const revertRoutes = [
  // Makes the change and rolls it back, so that the preview finds the same refusals as the revert.
  route(previewAuditRevert, 'admin', async (call) => {
    const entry = await entryOf(call)
    const { tx, deps, sender } = call
    await sql`savepoint revert_preview`.execute(tx.db)
    try {
      checkActive(sender.tenant, deps.clock.now())
      const { value } = await takeBack({ ...call, audit: () => Promise.resolve() }, entry)
      return { value }
    } catch (error) {
      const failure = failureOf(error)
      if (failure === undefined || failure.status >= 500) throw error
      const [{ errorID, errorMessage } = { errorID: failure.errorID, errorMessage: failure.message }] = failure.details
      return { value: { before: {}, after: {}, refusal: { errorID, errorMessage } } }
    } finally {
      await sql`rollback to savepoint revert_preview`.execute(tx.db)
    }
  }),

  route(revertAudit, 'admin', { 409: ['REVERT_CHANGED', 'REVERT_GONE', 'REVERT_NOT_OFFERED'] }, async (call) =>
    takeBack(call, await entryOf(call)),
  ),
]

async function entryOf({ tx, params }: Call): Promise<AuditRow> {
  const entry = await findAuditRow(tx, params.id)
  if (entry === undefined) throw notFound()
  return entry
}

/**
 * Makes the ordinary change, with the checks and the audit row of its route, in this transaction. Throws 409 if the entry cannot
 * be taken back, its object is gone, or a later change set the same field.
 */
async function takeBack(call: Call, entry: AuditRow): Promise<Answer<AuditRevert>> {
  const refusal = revertRefusal(entry)
  if (refusal !== undefined || !isRevertible(entry.action)) throw refused(refusal ?? 'REVERT_NOT_OFFERED', entry)
  const { before, after } = revertedFields(entry)
  const plan = revertPlans[entry.action]
  const params = await plan.params(call.tx, entry)
  if (params === undefined) throw refused('REVERT_GONE', entry)
  const read = await sent(call, plan.read, params, {}).catch((error: unknown) => {
    throw error instanceof Failure && error.status === 404 ? refused('REVERT_GONE', entry) : error
  })
  const present = read.value as Fields
  if (!isStill(present, after)) throw refused('REVERT_CHANGED', entry)
  // The version that was compared: a change that commits in between makes the ordinary route answer 412.
  const write = { body: revertBody(present, before), ifMatch: read.etag }
  const written = await sent(call, plan.write, params, write).catch((error: unknown) => {
    throw error instanceof Failure && error.status === 412 ? refused('REVERT_CHANGED', entry) : error
  })
  const { kind, id, name } = entry.target
  await call.audit({
    action: 'audit.revert',
    target: { kind, id: id ?? undefined, name: name ?? undefined },
    after: { entry: entry.id },
  })
  const answer = { value: { before: picked(present, before), after: before, refusal: null } }
  const { afterwards } = written
  return afterwards === undefined ? answer : { ...answer, afterwards: async () => (await afterwards(), answer) }
}

function picked(present: Fields, names: Fields): Fields {
  return Object.fromEntries(Object.keys(names).map((name) => [name, present[name] ?? null]))
}

function refused(errorID: ConstructorParameters<typeof Failure>[1], { target }: AuditRow): Failure {
  return new Failure(409, errorID, { resource: { type: target.kind, id: target.id ?? undefined } })
}

type Sent = { readonly body?: unknown; readonly ifMatch?: string | undefined }

/** Calls the handler of the ordinary call, with a body that passed its schema. Like this call, it must be one for administrators. */
async function sent(call: Call, endpoint: Endpoint, params: Params, { body, ifMatch }: Sent): Promise<Answer<unknown>> {
  const route = ordinaryRoutes.find((one) => one.endpoint.name === endpoint.name)
  if (route?.allow !== 'admin' || route.handle === undefined)
    throw new TypeError(`${endpoint.name} is not a call of administrators in a transaction.`)
  const input = withoutReadOnly(endpoint, body)
  const parsed = endpoint.body === undefined ? undefined : readInput(endpoint.body, input.body)
  if (parsed?.ok === false) throw invalid(parsed.violations)
  const query = endpoint.query === undefined ? undefined : readInput(endpoint.query, {})
  return route.handle({
    ...call,
    params,
    body: parsed?.output as undefined,
    query: (query?.ok === true ? query.output : undefined) as undefined,
    readOnlyPart: input.readOnlyPart,
    ifMatch,
  } as unknown as TenantCall<Endpoint>)
}
