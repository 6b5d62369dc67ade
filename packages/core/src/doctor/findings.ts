import { shellQuoted } from '../nouns/shell-text.ts'
import { auditLogCommand, auditLogLevel, auditLogSentence } from '../notices/audit-log.ts'
import type { Notice, StalledProvisioning } from '../notices/contract.ts'
import { noticeSentence } from '../notices/sentence.ts'
import { stalledLevel, stalledName, stalledSentence } from '../notices/stalled.ts'
import { noticeLevels, type NoticeLevel } from '../notices/steps.ts'
import type { Words } from '../words/words.ts'
import type { DoctorFacts } from './contract.ts'

/** How far this machine's clock may be off: half of what the server tolerates in an assertion. */
export const clockOffMaxMs = 30_000

export const doctorChecks = [
  'audit-log',
  'second-administrator',
  'last-certificate',
  'certificate',
  'secret',
  'service-account-key',
  'application-certificate',
  'scim-token',
  'setup-url',
  'recovery-codes',
  'provisioning',
  'unused-key',
  'role-without-groups',
  'username-format',
  'foreign-username',
  'clock',
  'version',
  'schema',
] as const

/** One finding of `portico doctor`. */
export type DoctorFinding = {
  /** The check, which stays the same across versions. */
  readonly id: (typeof doctorChecks)[number]
  readonly severity: NoticeLevel
  /** Name of the object; '' for the tenant, the server or this machine. */
  readonly about: string
  readonly message: string
  /** A command that mends it or shows what to mend. */
  readonly command: string
}

export type DoctorAnswer = {
  readonly facts: DoctorFacts
  /** Of the program that asks. */
  readonly version: string
  /** This machine's clock when the question was sent and when the answer came, in milliseconds since the epoch. */
  readonly sentMs: number
  readonly receivedMs: number
}

/** What `portico doctor` finds, the most urgent first, in the order of the checks. */
export function doctorFindings(answer: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const { facts } = answer
  const { provisioning: stalled = { rows: [], total: 0 }, foreignUsernames: foreign = { rows: [], total: 0 } } = facts
  const found = [
    ...auditLog(facts, say),
    ...administrators(facts, say),
    ...facts.notices.rows.map((notice) => noticeFinding(notice, facts, say)),
    ...beyond('certificate', facts.notices, { say, command: 'portico notice list' }),
    ...stalled.rows.map((one) => provisioning(one, say)),
    ...beyond('provisioning', stalled, { say, command: 'portico overview' }),
    ...facts.unusedKeys.rows.map((key) => unusedKey(key, say)),
    ...beyond('unused-key', facts.unusedKeys, { say, command: 'portico service-account list' }),
    ...facts.rolesWithoutGroups.rows.map((role) => roleWithoutGroups(role, say)),
    ...beyond('role-without-groups', facts.rolesWithoutGroups, { say, command: 'portico mapping list' }),
    ...facts.formatConflicts.rows.map((conflict) => formatConflict(conflict, say)),
    ...beyond('username-format', facts.formatConflicts, { say, command: 'portico username-format list' }),
    ...foreign.rows.map((person) => foreignUsername(person, say)),
    ...beyond('foreign-username', foreign, { say, command: 'portico person list --foreign-username' }),
    ...clock(answer, say),
    ...versions(answer, say),
  ]
  return found.toSorted((a, b) => noticeLevels.indexOf(a.severity) - noticeLevels.indexOf(b.severity))
}

function auditLog({ auditLog: notice }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (notice === undefined || notice === null) return []
  const message = auditLogSentence(notice, say)
  return [finding('audit-log', auditLogLevel(notice), { message, command: auditLogCommand })]
}

function administrators({ administrators: count }: DoctorFacts, say: Words['say']): DoctorFinding[] {
  if (count > 1) return []
  const command = 'portico portal-role get security-admin'
  return [
    finding('second-administrator', count === 0 ? 'urgent' : 'soon', {
      message: say('doctor.administrators', { count }),
      command,
    }),
  ]
}

function noticeFinding(
  notice: Notice,
  { oneCertificate, scimTokensFull }: DoctorFacts,
  say: Words['say'],
): DoctorFinding {
  const { kind, where, targetId, severity } = notice
  const isLast = kind === 'certificate' && targetId !== null && oneCertificate.includes(targetId)
  const isFull = kind === 'scim-token' && targetId !== null && scimTokensFull.includes(targetId)
  const more = isLast ? say('doctor.lastCertificate') : isFull ? say('doctor.scimTokensFull') : undefined
  const sentence = noticeSentence(notice, say)
  const message = more === undefined ? sentence : `${sentence} ${more}`
  return finding(isLast ? 'last-certificate' : kind, severity, {
    about: where ?? '',
    message,
    // Another token would be refused until one is disabled or deleted: which one, the list shows.
    command: isFull ? `portico scim-token list --idp ${shellQuoted(where ?? '')}` : renewal(notice),
  })
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
  if (kind === 'scim-token') return `portico scim-token create --idp ${name}`
  return kind === 'setup-url'
    ? 'portico setup open URL'
    : 'portico open /portal/admin/global-settings/security-settings'
}

function provisioning(one: StalledProvisioning, say: Words['say']): DoctorFinding {
  const { environment, application, reason } = one
  const place = `--env ${shellQuoted(environment)} --app ${shellQuoted(application)}`
  return finding('provisioning', stalledLevel(one), {
    about: stalledName(one),
    message: stalledSentence(one, say),
    command: `portico provisioning ${nextSteps[reason](place)}`,
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

function unusedKey(
  { account, environment, slot, lastUsedAt }: DoctorFacts['unusedKeys']['rows'][number],
  say: Words['say'],
) {
  const message =
    lastUsedAt === null
      ? say('doctor.neverUsed', { slot })
      : say('doctor.unused', { slot, date: lastUsedAt.slice(0, 10) })
  const command = `portico service-account update ${shellQuoted(account)} --env ${shellQuoted(environment)} --key${slot} ''`
  return finding('unused-key', 'later', { about: account, message, command })
}

function roleWithoutGroups(
  { label, application, environment }: DoctorFacts['rolesWithoutGroups']['rows'][number],
  say: Words['say'],
) {
  const message =
    application === null
      ? say('doctor.customRole')
      : say('doctor.applicationRole', { application, environment: environment ?? '' })
  const place = environment === null ? '--env ENVIRONMENT' : `--env ${shellQuoted(environment)}`
  const of = application === null ? '' : ` --app ${shellQuoted(application)}`
  const command = `portico mapping add ${place}${of} --role ${shellQuoted(label)} --group GROUP`
  return finding('role-without-groups', 'later', { about: label, message, command })
}

function formatConflict(
  { kind, format, provider, other, otherFormat }: DoctorFacts['formatConflicts']['rows'][number],
  say: Words['say'],
) {
  const values = { format, provider, other, otherFormat }
  if (kind === 'draft') {
    const message = say('doctor.draftFormat', values)
    return finding('username-format', 'soon', {
      about: provider,
      message,
      command: `portico username-format list --idp ${shellQuoted(provider)}`,
    })
  }
  return finding('username-format', 'soon', {
    about: provider,
    message: say('doctor.formatOff', values),
    command: `portico whereis ${shellQuoted(`name${format}`)}`,
  })
}

function foreignUsername(
  { id, username, provider, active }: NonNullable<DoctorFacts['foreignUsernames']>['rows'][number],
  say: Words['say'],
) {
  const message = say(active ? 'doctor.foreignUsernameFound' : 'doctor.foreignUsername', { provider })
  return finding('foreign-username', active ? 'urgent' : 'soon', {
    about: username,
    message,
    command: `portico person get ${id}`,
  })
}

/** The server's clock is compared with the middle of the call; half of its duration may hide a difference. */
function clock({ facts, sentMs, receivedMs }: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const offMs = (sentMs + receivedMs) / 2 - Date.parse(facts.now)
  const surelyMs = Math.abs(offMs) - (receivedMs - sentMs) / 2
  if (surelyMs <= clockOffMaxMs) return []
  const seconds = Math.round(Math.abs(offMs) / 1000)
  const message = say(offMs > 0 ? 'doctor.clockAhead' : 'doctor.clockBehind', { seconds })
  const severity = surelyMs > 2 * clockOffMaxMs ? 'urgent' : 'soon'
  return [finding('clock', severity, { message, command: 'timedatectl set-ntp true' })]
}

function versions({ facts, version }: DoctorAnswer, say: Words['say']): DoctorFinding[] {
  const found: DoctorFinding[] = []
  const order = facts.version === null ? 0 : compareVersions(version, facts.version)
  if (order !== 0) {
    const message = say(order < 0 ? 'doctor.serverNewer' : 'doctor.serverOlder', {
      program: version,
      server: facts.version,
    })
    found.push(finding('version', 'later', { message, command: 'portico version' }))
  }
  if (facts.newerMigrations.length > 0) {
    const message = say('doctor.schema', { migrations: facts.newerMigrations.join(', ') })
    found.push(finding('schema', 'soon', { message, command: 'portico-server doctor' }))
  }
  return found
}

/** -1, 0 or 1 by the numbers of `1.2.3`; what follows them is not compared. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => /^\d+(?:\.\d+)*/.exec(text)?.[0].split('.').map(Number) ?? [])
  for (let at = 0; at < Math.max(a?.length ?? 0, b?.length ?? 0); at += 1) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  return 0
}

type Id = DoctorFinding['id']

/** One more line where the answer names fewer than there are. */
function beyond(
  id: Id,
  { rows, total }: { readonly rows: readonly unknown[]; readonly total: number },
  { say, command }: { readonly say: Words['say']; readonly command: string },
): DoctorFinding[] {
  const count = total - rows.length
  return count > 0 ? [finding(id, 'later', { message: say('doctor.more', { count }), command })] : []
}

function finding(
  id: Id,
  severity: NoticeLevel,
  { about = '', message, command }: { readonly about?: string; readonly message: string; readonly command: string },
): DoctorFinding {
  return { id, severity, about, message, command }
}
