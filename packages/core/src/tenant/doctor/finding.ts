import type { NoticeLevel } from '../../kit/expiry.ts'

/** The checks, in the order in which `portico doctor` lists findings of the same severity. */
export const doctorChecks = [
  'audit-log',
  'second-administrator',
  'setup-url',
  'last-certificate',
  'certificate',
  'secret',
  'service-account-key',
  'application-certificate',
  'scim-token',
  'recovery-codes',
  'provider',
  'provisioning',
  'takeover',
  'unused-key',
  'role-without-groups',
  'username-format',
  'foreign-username',
  'schema',
  'clock',
  'version',
] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/** Only in `portico doctor`: they compare the machine that runs it with the server. */
export const machineFindings: readonly DoctorCheck[] = ['clock', 'version']

/** The object that a finding is about, as the faces open it. */
export type FindingTarget =
  | { readonly kind: 'identity-provider' | 'person'; readonly id: string }
  | { readonly kind: 'service-account'; readonly environmentId: string; readonly id: string }
  | {
      readonly kind: 'application'
      readonly environmentId: string
      readonly id: string
      readonly label: string
      readonly part: 'sign-in' | 'provisioning' | 'takeovers' | 'roles'
    }
  /** A list or page without an object. */
  | {
      readonly kind:
        | 'administrators'
        | 'recovery-codes'
        | 'audit'
        | 'notices'
        | 'people'
        | 'custom-roles'
        | 'username-formats'
    }

/** Something about a tenant that should be fixed. */
export type DoctorFinding = {
  /** The check, which stays the same across versions. */
  readonly id: DoctorCheck
  readonly severity: NoticeLevel
  /** Name of the object; '' for the tenant, the server or this machine. */
  readonly about: string
  readonly message: string
  /** A command that fixes it or shows what to fix. */
  readonly command: string
  /** When it ends or began (RFC 3339, or a calendar day). */
  readonly at: string | null
  /** Whole days until it expires; negative afterwards. null: it is not an expiry. */
  readonly days: number | null
  readonly target: FindingTarget | null
}

/** Differs for each finding of a tenant, and stays the same while it does. */
export function findingKey({ id, about, command, target, at, days }: DoctorFinding): string {
  return [id, about, command, JSON.stringify(target), days === null ? '' : at].join(' ')
}

type Rest = { readonly message: string; readonly command: string } & Partial<
  Pick<DoctorFinding, 'about' | 'at' | 'days' | 'target'>
>

export function finding(id: DoctorCheck, severity: NoticeLevel, rest: Rest): DoctorFinding {
  return { id, severity, about: '', at: null, days: null, target: null, ...rest }
}
