import { securityAdminRole } from '../portal-roles/contract.ts'
import type { PrimaryIdp } from '../primary-idp/contract.ts'
import type { RecoveryCodes } from '../recovery-codes/contract.ts'
import { recoveryWarning } from '../recovery-codes/warning.ts'
import type { Words } from '../words/words.ts'
import { levelOf, type NoticeLevel } from '../notices/steps.ts'

export type TenantParts = { readonly codes: RecoveryCodes; readonly primary: PrimaryIdp }

/** A row of the overview that is about the tenant; it leads to the portal role that it is about. */
type TenantRow = {
  readonly id: string
  readonly kind: 'setup' | 'recovery-codes'
  readonly level: NoticeLevel
  readonly name: string
  readonly message: string
  readonly at: string | null
  readonly days: number | null
  readonly leadsTo: string
}

/** What needs attention about who administers the tenant: an open setup URL, and recovery codes that open nothing. */
export function tenantRows(
  { codes, primary }: TenantParts,
  { now, say }: { readonly now: number; readonly say: Words['say'] },
): readonly TenantRow[] {
  return [...setupRows(primary, say), ...recoveryRows(codes, { now, say })]
}

function setupRows({ setup }: PrimaryIdp, say: Words['say']): readonly TenantRow[] {
  if (setup === null) return []
  const { madeBy, openedAt, openedFrom, expiresOn } = setup
  const until = `${expiresOn.slice(0, 16).replace('T', ' ')} UTC`
  const message =
    openedAt === null
      ? say('overview.setup', { by: madeBy, until })
      : say('overview.setupOpened', { by: madeBy, from: openedFrom ?? '', until })
  return [{ ...about('setup', say), level: 'urgent', message, at: openedAt ?? setup.madeAt, days: null }]
}

function recoveryRows(
  codes: RecoveryCodes,
  { now, say }: { readonly now: number; readonly say: Words['say'] },
): readonly TenantRow[] {
  const warning = recoveryWarning(codes, now)
  if (warning === undefined) return []
  const { id, days } = warning
  const level = days === undefined ? 'soon' : levelOf({ days })
  const ends = days === undefined ? null : codes.expiresOn
  const message = say(id, days === undefined ? {} : { days })
  return [{ ...about('recovery-codes', say), level, message, at: ends, days: days ?? null }]
}

function about(kind: TenantRow['kind'], say: Words['say']) {
  return { id: kind, kind, name: say(`overview.name.${kind}`), leadsTo: securityAdminRole } as const
}
