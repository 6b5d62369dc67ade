import { recordAudit } from '../../kit/audit-trail/record.ts'
import { cameBackFile, cameBackLines, quoted, type CameBackHere } from '../backup/came-back.ts'
import type { EndedHere } from '../backup/end-restored.ts'
import type { Header } from '../backup/frames.ts'
import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { Resealed } from '../key-rotation/reseal.ts'
import type { Place } from '../../app/open.ts'
import { readVariables } from '../../kit/settings/variables.ts'
import { operatorName } from './tenant.ts'

/** What a restore loaded and changed. */
export type Restored = {
  readonly tables: number
  readonly rows: number
  /** Connections of provisioning that were paused. */
  readonly paused: number
  readonly ended: readonly EndedHere[]
  readonly keepSessions: boolean
  readonly resealed: (Resealed & { readonly to: string }) | undefined
  readonly cameBack: readonly CameBackHere[]
}

/** One row in each tenant, in the operator's name. */
export async function auditRestore(
  database: Database,
  { ended, keepSessions }: Restored,
  { madeAt = null }: { readonly madeAt?: string | null },
): Promise<void> {
  const nowMs = Date.now()
  const by = { actor: { kind: 'operator', name: operatorName() }, requestId: uuidv7(nowMs), nowMs } as const
  for (const { tenantId, sessions, setupUrl } of ended) {
    const after = { backup: madeAt, sessionsEnded: keepSessions ? null : sessions, setupUrlWithdrawn: setupUrl }
    await tenantScope(database, tenantId).transaction((tx) =>
      recordAudit(tx, by, { action: 'tenant.restore', target: { kind: 'tenant' }, after }),
    )
  }
}

/** Items of one kind and tenant that are printed; the file has all of them. */
const printedMax = 20

export function restoredLines(place: Place, restored: Restored, header: Header): string[] {
  const { rows, tables, paused, ended, keepSessions, resealed, cameBack } = restored
  const sessions = ended.reduce((sum, one) => sum + one.sessions, 0)
  const withdrawn = cameBack.filter(({ tenantId }) => ended.some((one) => one.tenantId === tenantId && one.setupUrl))
  return [
    `restored ${rows} rows of ${tables} tables, each with as many rows as it had`,
    ...(resealed === undefined
      ? []
      : [
          `encrypted ${resealed.resealed} stored secrets with the present secret key ${resealed.to}` +
            (resealed.unreadable === 0 ? '' : `; ${resealed.unreadable} could not be opened, as before`),
        ]),
    ...(paused === 0
      ? []
      : [
          `paused sending people to ${paused} application${paused === 1 ? '' : 's'}: an administrator switches it on where this copy may send`,
        ]),
    keepSessions
      ? 'kept sessions, sign-ins under way, codes and access tokens'
      : `ended ${sessions} session${sessions === 1 ? '' : 's'}, and all sign-ins under way, codes and access tokens`,
    ...withdrawn.map(({ slug }) => `withdrew the setup URL of ${slug}`),
    ...issuedTokens(place, keepSessions),
    ...worksAgain(place, cameBack, header),
  ]
}

/** Applications that verify tokens themselves do not ask whether one was revoked. */
function issuedTokens({ dataDir, env }: Place, keepSessions: boolean): string[] {
  if (keepSessions) return []
  const minutes = Math.ceil(readVariables(env).PORTICO_ACCESS_TOKEN_SECONDS / 60)
  return [
    `Portico rejects access tokens that were issued before. Applications that do not ask Portico accept them until they expire, at most ` +
      `${minutes} minutes after they were issued. To end them at once, replace the signing keys:`,
    `  portico-server rotate-keys --only signing --now --data ${quoted(dataDir)}`,
  ]
}

function worksAgain({ dataDir }: Place, cameBack: readonly CameBackHere[], { madeAt }: Header): string[] {
  if (cameBack.length === 0) return []
  const since = madeAt === undefined ? 'the backup' : `the backup of ${madeAt}`
  return [
    `The following works again, and may have been revoked since ${since}. Revoke what was; the whole list is in ${cameBackFile(dataDir)}.`,
    ...cameBackLines(cameBack, printedMax),
  ]
}
