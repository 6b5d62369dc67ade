import { shellQuoted } from '../../kit/nouns/shell-text.ts'
import { auditLogCommand, auditLogLevel, auditLogSentence } from '../notices/audit-log.ts'
import type { Notice, StalledProvisioning } from '../notices/contract.ts'
import { noticeSentence } from '../notices/sentence.ts'
import { stalledLevel, stalledName, stalledSentence } from '../notices/stalled.ts'
import { levelOf, noticeLevels } from '../../kit/expiry.ts'
import { recoveryWarning } from '../../sign-in/recovery-codes/warning.ts'
import type { Words } from '../../kit/words/words.ts'
import type { DoctorFacts } from './contract.ts'
import { finding, type DoctorFinding, type DoctorCheck, type FindingTarget } from './finding.ts'
import { providerFinding } from './provider-states.ts'
import { setupFinding } from './setup-finding.ts'

/**
 * What should be fixed in a tenant, the most urgent first: the one list of `portico doctor`, the overview of the terminal and the command
 * line, and the portal. Those of the same severity: what expires, the first to expire, then the others in the order of the checks.
 */
export function findingsOf(facts: DoctorFacts, say: Words['say']): DoctorFinding[] {
  const none = { rows: [], total: 0 }
  const { provisioning: stalled = none, takeovers = none, foreignUsernames: foreign = none, providers = none } = facts
  const found = [
    ...auditLog(facts, say),
    ...administrators(facts, say),
    ...setupFinding(facts, say),
    ...facts.notices.rows
      .filter(({ kind }) => !isToldBetter(kind, facts))
      .map((notice) => noticeFinding(notice, facts, say)),
    ...beyond('certificate', facts.notices, { say, command: 'portico notice list', target: { kind: 'notices' } }),
    ...recoveryCodes(facts, say),
    ...providers.rows.map((provider) => providerFinding(provider, say)),
    ...beyond('provider', providers, { say, command: 'portico idp list' }),
    ...stalled.rows.map((one) => provisioning(one, say)),
    ...beyond('provisioning', stalled, { say, command: 'portico overview' }),
    ...takeovers.rows.map((one) => waitingTakeovers(one, say)),
    ...beyond('takeover', takeovers, { say, command: 'portico overview' }),
    ...facts.unusedKeys.rows.map((key) => unusedKey(key, say)),
    ...beyond('unused-key', facts.unusedKeys, { say, command: 'portico service-account list' }),
    ...facts.rolesWithoutGroups.rows.map((role) => roleWithoutGroups(role, say)),
    ...beyond('role-without-groups', facts.rolesWithoutGroups, { say, command: 'portico mapping list' }),
    ...facts.formatConflicts.rows.map((conflict) => formatConflict(conflict, say)),
    ...beyond('username-format', facts.formatConflicts, {
      say,
      command: 'portico username-format list',
      target: { kind: 'username-formats' },
    }),
    ...foreign.rows.map((person) => foreignUsername(person, say)),
    ...beyond('foreign-username', foreign, {
      say,
      command: 'portico person list --foreign-username',
      target: { kind: 'people' },
    }),
    ...schema(facts, say),
  ]
  return found.toSorted((a, b) => byUrgency(a, b))
}

export function byUrgency(a: DoctorFinding, b: DoctorFinding): number {
  const never = Number.MAX_SAFE_INTEGER
  return noticeLevels.indexOf(a.severity) - noticeLevels.indexOf(b.severity) || (a.days ?? never) - (b.days ?? never)
}

/** Separate facts say more about these than their expiry does, unless the server is older than these facts. */
function isToldBetter(kind: Notice['kind'], { setup, recoveryCodes: codes }: DoctorFacts): boolean {
  return (kind === 'setup-url' && setup !== undefined) || (kind === 'recovery-codes' && codes !== undefined)
}

function auditLog({ auditLog: notice }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (notice === undefined || notice === null) return []
  const message = auditLogSentence(notice, say)
  return [
    finding('audit-log', auditLogLevel(notice), {
      message,
      command: auditLogCommand,
      at: notice.since,
      target: { kind: 'audit' },
    }),
  ]
}

function administrators({ administrators: count }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (count > 1) return []
  const command = 'portico portal-role get security-admin'
  return [
    finding('second-administrator', count === 0 ? 'urgent' : 'soon', {
      message: say('findings.administrators', { count }),
      command,
      target: { kind: 'administrators' },
    }),
  ]
}

function recoveryCodes({ recoveryCodes: codes, now }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  const warning = codes && recoveryWarning(codes, Date.parse(now))
  if (codes === undefined || warning === undefined) return []
  const { id, days } = warning
  return [
    finding('recovery-codes', days === undefined ? 'soon' : levelOf({ days }), {
      message: say(id, days === undefined ? {} : { days }),
      command: openRecoveryCodes,
      at: days === undefined ? null : codes.expiresOn,
      days: days ?? null,
      target: { kind: 'recovery-codes' },
    }),
  ]
}

const openRecoveryCodes = 'portico open /portal/admin/global-settings/security-settings/recovery-codes'

function noticeFinding(
  notice: Notice,
  { oneCertificate, scimTokensFull }: DoctorFacts,
  say: Words['say'],
): DoctorFinding {
  const { kind, where, targetId, severity } = notice
  const isLast = kind === 'certificate' && targetId !== null && oneCertificate.includes(targetId)
  const isFull = kind === 'scim-token' && targetId !== null && scimTokensFull.includes(targetId)
  const more = isLast ? say('findings.lastCertificate') : isFull ? say('findings.scimTokensFull') : undefined
  const sentence = noticeSentence(notice, say)
  const message = more === undefined ? sentence : `${sentence} ${more}`
  return finding(isLast ? 'last-certificate' : kind, severity, {
    about: where ?? '',
    message,
    // Another token would be refused until one is disabled or deleted: which one, the list shows.
    command: isFull ? `portico scim-token list --idp ${shellQuoted(where ?? '')}` : renewal(notice),
    at: notice.expiresAt,
    days: notice.daysLeft,
    target: noticeTarget(notice),
  })
}

function noticeTarget({ kind, where, targetId: id, environmentId }: Notice): FindingTarget {
  if (id === null) return { kind: kind === 'recovery-codes' ? kind : 'administrators' }
  if (kind === 'service-account-key' && environmentId !== null) return { kind: 'service-account', environmentId, id }
  if (kind === 'application-certificate' && environmentId !== null)
    return { kind: 'application', environmentId, id, label: where ?? '', part: 'sign-in' }
  return { kind: 'identity-provider', id }
}

/** The command that replaces what expires. */
function renewal({ kind, what, where, targetId, environmentId, isReplaced }: Notice): string {
  const name = shellQuoted(where ?? '')
  if (kind === 'certificate') {
    const slot = what === 'certificate1' ? 1 : 2
    if (isReplaced) return `portico cert retire --idp ${name} --slot ${slot}`
    return `portico idp update ${name} --set signingCertificate${3 - slot}=@FILE`
  }
  if (kind === 'secret') return `portico idp update ${name} --next-application-secret @FILE`
  if (kind === 'service-account-key')
    return `portico service-account rotate ${name} --env ${environmentId ?? ''} --key @FILE --slot ${what === 'key1' ? 1 : 2}`
  if (kind === 'application-certificate')
    return `portico app sign-in set ${targetId ?? ''} --env ${environmentId ?? ''} --certificates @FILE`
  if (kind === 'scim-token') return `portico scim-token create --idp ${name} --name NAME`
  return kind === 'setup-url' ? 'portico setup open URL' : openRecoveryCodes
}

function provisioning(one: StalledProvisioning, say: Words['say']): DoctorFinding {
  const { environmentId, environment, applicationId, application, reason } = one
  const place = `--env ${shellQuoted(environment)} --app ${shellQuoted(application)}`
  return finding('provisioning', stalledLevel(one), {
    about: stalledName(one),
    message: stalledSentence(one, say),
    command: `portico provisioning ${nextSteps[reason](place)}`,
    target: { kind: 'application', environmentId, id: applicationId, label: application, part: 'provisioning' },
  })
}

/** The command that resumes after a pause, or shows why nothing arrives. */
const nextSteps = {
  unauthorized: (place) => `set ${place} --token @FILE --on`,
  removals: (place) => `behind ${place}`,
  restored: (place) => `set ${place} --on`,
  refused: (place) => `behind ${place}`,
  failing: (place) => `test ${place}`,
} as const satisfies Record<StalledProvisioning['reason'], (place: string) => string>

function waitingTakeovers(
  {
    environmentId,
    environment,
    applicationId,
    application,
    count,
  }: NonNullable<DoctorFacts['takeovers']>['rows'][number],
  say: Words['say'],
): DoctorFinding {
  return finding('takeover', 'soon', {
    about: stalledName({ application, environment }),
    message: say('findings.takeovers', { count }),
    command: `portico provisioning taken --env ${shellQuoted(environment)} --app ${shellQuoted(application)}`,
    target: { kind: 'application', environmentId, id: applicationId, label: application, part: 'takeovers' },
  })
}

function unusedKey(
  { accountId: id, account, environmentId, environment, slot, lastUsedAt }: DoctorFacts['unusedKeys']['rows'][number],
  say: Words['say'],
) {
  const message =
    lastUsedAt === null
      ? say('findings.neverUsed', { slot })
      : say('findings.unused', { slot, date: lastUsedAt.slice(0, 10) })
  const command = `portico service-account update ${shellQuoted(account)} --env ${shellQuoted(environment)} --key${slot} ''`
  const target = environmentId === undefined ? null : ({ kind: 'service-account', environmentId, id } as const)
  return finding('unused-key', 'later', { about: account, message, command, target })
}

function roleWithoutGroups(
  {
    label,
    application,
    environment,
    applicationId: id,
    environmentId,
  }: DoctorFacts['rolesWithoutGroups']['rows'][number],
  say: Words['say'],
) {
  const message =
    application === null
      ? say('findings.customRole')
      : say('findings.applicationRole', { application, environment: environment ?? '' })
  const place = environment === null ? '--env ENVIRONMENT' : `--env ${shellQuoted(environment)}`
  const of = application === null ? '' : ` --app ${shellQuoted(application)}`
  const command = `portico mapping add ${place}${of} --role ${shellQuoted(label)} --group GROUP`
  const target: FindingTarget | null =
    application === null
      ? { kind: 'custom-roles' }
      : id && environmentId
        ? { kind: 'application', environmentId, id, label: application, part: 'roles' }
        : null
  return finding('role-without-groups', 'later', { about: label, message, command, target })
}

function formatConflict(
  { kind, format, provider, other, otherFormat }: DoctorFacts['formatConflicts']['rows'][number],
  say: Words['say'],
) {
  const values = { format, provider, other, otherFormat }
  if (kind === 'draft') {
    const message = say('findings.draftFormat', values)
    return finding('username-format', 'soon', {
      about: provider,
      message,
      command: `portico username-format list --idp ${shellQuoted(provider)}`,
      target: { kind: 'username-formats' },
    })
  }
  return finding('username-format', 'soon', {
    about: provider,
    message: say('findings.formatOff', values),
    command: `portico whereis ${shellQuoted(`name${format}`)}`,
    target: { kind: 'username-formats' },
  })
}

function foreignUsername(
  { id, username, provider, active }: NonNullable<DoctorFacts['foreignUsernames']>['rows'][number],
  say: Words['say'],
) {
  const message = say(active ? 'findings.foreignUsernameFound' : 'findings.foreignUsername', { provider })
  return finding('foreign-username', active ? 'urgent' : 'soon', {
    about: username,
    message,
    command: `portico person get ${id}`,
    target: { kind: 'person', id },
  })
}

function schema({ newerMigrations }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (newerMigrations.length === 0) return []
  const message = say('findings.schema', { migrations: newerMigrations.join(', ') })
  return [finding('schema', 'soon', { message, command: 'portico-server doctor' })]
}

/** One more line where the answer names fewer than there are. */
function beyond(
  id: DoctorCheck,
  { rows, total }: { readonly rows: readonly unknown[]; readonly total: number },
  { say, ...rest }: { readonly say: Words['say']; readonly command: string; readonly target?: FindingTarget },
): DoctorFinding[] {
  const count = total - rows.length
  return count > 0 ? [finding(id, 'later', { message: say('findings.more', { count }), ...rest })] : []
}
