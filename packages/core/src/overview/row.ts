import type { AdminEnvironment } from '../environments/contract.ts'
import type { IdentityProvider } from '../identity-providers/contract.ts'
import { auditLogLevel, auditLogSentence } from '../notices/audit-log.ts'
import type { AuditLogNotice, StalledProvisioning } from '../notices/contract.ts'
import { stalledId, stalledLevel, stalledName, stalledSentence } from '../notices/stalled.ts'
import type { SignInSummary } from '../sign-in/records-contract.ts'
import type { Words } from '../words/words.ts'
import { noticeLevels, type NoticeLevel } from '../notices/steps.ts'
import { attentionOf, type Attention } from './attention.ts'
import { tenantRows, type TenantParts } from './tenant-rows.ts'

/** One line of the overview, and the object it leads to. */
export type OverviewRow = {
  readonly id: string
  /** A failed sign-in is `failed`, an environment is `place`. */
  readonly level: NoticeLevel | 'failed' | 'place'
  readonly kind:
    | Attention['kind']
    | 'setup'
    | 'recovery-codes'
    | 'provisioning'
    | 'people'
    | 'audit-log'
    | 'sign-in'
    | 'environment'
  /** Name of the provider, application or environment; the username of a sign-in; else what it is about. */
  readonly name: string
  readonly message: string
  /** When it ends or happened (RFC 3339, or a calendar day). */
  readonly at: string | null
  readonly days: number | null
  /** Id of the provider, application, environment or portal role; the code of a sign-in. */
  readonly leadsTo: string
  /** Of an application that gets no people. */
  readonly stalled?: StalledProvisioning
  readonly environment?: AdminEnvironment
}

export type OverviewParts = {
  readonly providers: readonly IdentityProvider[]
  readonly failed: readonly SignInSummary[]
  readonly environments: readonly AdminEnvironment[]
  readonly stalled: readonly StalledProvisioning[]
  /** People whose username does not belong to their identity provider. */
  readonly foreignUsernames: number
  readonly auditLog: AuditLogNotice | undefined
  readonly tenant: TenantParts
}

const levels: readonly OverviewRow['level'][] = noticeLevels

/**
 * What needs attention, the most urgent first; then the failed sign-ins, the newest first; then the environments as
 * received.
 */
export function overviewRows(
  { providers, failed, environments, stalled, foreignUsernames, auditLog, tenant }: OverviewParts,
  { now, say }: { readonly now: number; readonly say: Words['say'] },
): readonly OverviewRow[] {
  const attention = [
    ...(auditLog === undefined ? [] : [auditLogRow(auditLog, say)]),
    ...tenantRows(tenant, { now, say }),
    ...stalled.map((one) => stalledRow(one, say)),
    ...foreignRows(foreignUsernames, say),
    ...attentionOf(providers, now).map((one) => attentionRow(one, say)),
  ]
  return [
    ...attention.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level) || daysOf(a) - daysOf(b)),
    ...failed.map((one) => signInRow(one, say)),
    ...environments.map((one) => environmentRow(one, say)),
  ]
}

/** Rows without an expiry come after those with one. */
function daysOf({ days }: OverviewRow): number {
  return days ?? Number.MAX_SAFE_INTEGER
}

function attentionRow({ level, kind, provider, about }: Attention, say: Words['say']): OverviewRow {
  const end = about.what === 'end' || about.what === 'early' ? about.end : undefined
  return {
    id: `${provider.id} ${about.what === 'early' ? 'early ' : ''}${end?.what ?? about.what}`,
    level,
    kind,
    name: provider.name,
    message: attentionText(about, say),
    at: (about.what === 'early' ? end?.from : end?.at) ?? null,
    days: about.what === 'end' ? about.end.days : null,
    leadsTo: provider.id,
  }
}

function attentionText(about: Attention['about'], say: Words['say']): string {
  if (about.what === 'off') return say('overview.off', { count: about.formats })
  if (about.what === 'no-format') return say('overview.noFormat')
  if (about.what === 'pending-switch') return say('overview.pendingSwitch')
  const what = say(`idp.end.${about.end.what}`)
  if (about.what === 'early') return say('overview.early', { what, date: (about.end.from ?? '').slice(0, 10) })
  const { end, isReplaced } = about
  const text =
    end.state === 'extended'
      ? say('idp.extendedUntil', { what, date: (end.extendedUntil ?? '').slice(0, 10) })
      : end.state === 'expired'
        ? say('idp.endedAgo', { what, days: -end.days })
        : say('idp.endsIn', { what, days: end.days })
  return isReplaced ? `${text}${say('overview.replaced')}` : text
}

function auditLogRow(notice: AuditLogNotice, say: Words['say']): OverviewRow {
  return {
    id: 'audit-log',
    level: auditLogLevel(notice),
    kind: 'audit-log',
    name: say('notices.auditLog.title'),
    message: auditLogSentence(notice, say),
    at: notice.since,
    days: null,
    leadsTo: '',
  }
}

function stalledRow(stalled: StalledProvisioning, say: Words['say']): OverviewRow {
  return {
    id: stalledId(stalled),
    level: stalledLevel(stalled),
    kind: 'provisioning',
    name: stalledName(stalled),
    message: stalledSentence(stalled, say),
    at: null,
    days: null,
    leadsTo: stalled.applicationId,
    stalled,
  }
}

function foreignRows(count: number, say: Words['say']): readonly OverviewRow[] {
  if (count === 0) return []
  const row = { id: 'foreign-usernames', level: 'soon', kind: 'people', at: null, days: null, leadsTo: '' } as const
  return [{ ...row, name: say('overview.name.people'), message: say('overview.foreignUsernames', { count }) }]
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
      type: environment.type,
    }),
    at: null,
    days: null,
    leadsTo: environment.id,
    environment,
  }
}
