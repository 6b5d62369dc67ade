import { findingKey, type DoctorFinding } from '../doctor/finding.ts'
import { productionType, type AdminEnvironment } from '../environments/contract.ts'
import type { NoticeLevel } from '../../kit/expiry.ts'
import { securityAdminRole } from '../../access/portal-roles/contract.ts'
import type { SignInSummary } from '../../sign-in/sign-in/records-contract.ts'
import type { Words } from '../../kit/words/words.ts'

/** One line of the overview, and the object it leads to. */
export type OverviewRow = {
  readonly id: string
  /** A failed sign-in is `failed`, an environment is `place`. */
  readonly level: NoticeLevel | 'failed' | 'place'
  readonly kind: DoctorFinding['id'] | 'sign-in' | 'environment'
  /** Name of the provider, application or environment; the username of a sign-in; “Whole company”. */
  readonly name: string
  readonly message: string
  /** When it ends or happened (RFC 3339, or a calendar day). */
  readonly at: string | null
  readonly days: number | null
  /** Id of the provider, application, environment or portal role; the code of a sign-in; '' for a list. */
  readonly leadsTo: string
  readonly finding?: DoctorFinding
  readonly environment?: AdminEnvironment
}

export type OverviewParts = {
  readonly findings: readonly DoctorFinding[]
  readonly failed: readonly SignInSummary[]
  readonly environments: readonly AdminEnvironment[]
}

/** What should be fixed, as `portico doctor` orders it; then the failed sign-ins, the newest first; then the environments as received. */
export function overviewRows(
  { findings, failed, environments }: OverviewParts,
  say: Words['say'],
): readonly OverviewRow[] {
  return [
    ...findings.map((one) => findingRow(one, say)),
    ...failed.map((one) => signInRow(one, say)),
    ...environments.map((one) => environmentRow(one, say)),
  ]
}

function findingRow(finding: DoctorFinding, say: Words['say']): OverviewRow {
  const { id, severity, about, message, at, days } = finding
  const name = about === '' ? say('notices.tenant') : about
  return {
    id: findingKey(finding),
    level: severity,
    kind: id,
    name,
    message,
    at,
    days,
    leadsTo: leadsTo(finding),
    finding,
  }
}

function leadsTo({ target }: DoctorFinding): string {
  if (target === null) return ''
  if (target.kind === 'administrators' || target.kind === 'recovery-codes') return securityAdminRole
  return 'id' in target ? target.id : ''
}

function signInRow({ code, at, username, provider, failure }: SignInSummary, say: Words['say']): OverviewRow {
  return {
    id: code,
    level: 'failed',
    kind: 'sign-in',
    name: username ?? provider?.name ?? code,
    message: failure ?? say('signIns.failed'),
    at,
    days: null,
    leadsTo: code,
  }
}

function environmentRow(environment: AdminEnvironment, say: Words['say']): OverviewRow {
  return {
    id: environment.id,
    level: 'place',
    kind: 'environment',
    name: environment.name,
    message: say(environment.readonly ? 'overview.readOnlyEnvironment' : 'overview.environment', {
      isProduction: environment.type === productionType ? 'yes' : 'no',
      type: environment.type,
    }),
    at: null,
    days: null,
    leadsTo: environment.id,
    environment,
  }
}
