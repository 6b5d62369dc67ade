import { readRecoveryCode, recoveryCodeDays, recoveryCodeDaysMax, type RecoveryCodes } from '@portico/core/contract'

import type { Place } from '../../app/open.ts'
import { drillCode, makeCodes, readState } from '../../sign-in/recovery-codes/queries.ts'
import { inTenant, operatorName, readTenant } from './in-tenant.ts'
import { UsageError } from './usage-error.ts'

export type CreateOptions = { readonly days?: string | undefined; readonly replace?: boolean | undefined }

/** `recovery-codes status TENANT` */
export async function runRecoveryStatus(place: Place, slug: string): Promise<RecoveryCodes> {
  return readTenant(place, slug, ({ tx }) => readState(tx))
}

/** `recovery-codes create TENANT`: two codes, which nothing shows again. */
export async function runRecoveryCreate(
  place: Place,
  slug: string,
  options: CreateOptions,
): Promise<{ codes: readonly string[]; state: RecoveryCodes }> {
  const days = readDays(options.days)
  return inTenant(place, slug, async ({ tx, audit }) => {
    const before = await readState(tx)
    if (before.made !== null && !options.replace)
      throw new Error(`The tenant "${slug}" has recovery codes already. Replace them with --replace.`)
    const codes = await makeCodes(tx, { by: by(), days })
    const state = await readState(tx)
    await audit({ action: 'recovery-codes.create', target, after: { expiresOn: state.expiresOn } })
    return { codes, state }
  })
}

/** `recovery-codes drill TENANT`: proves a code and answers the one that replaces it. */
export async function runRecoveryDrill(place: Place, slug: string, typed: string): Promise<string> {
  const code = readRecoveryCode(typed)
  if (code === undefined)
    throw new Error('A character of this code is wrong or missing. Compare it with the printed code.')
  return inTenant(place, slug, async ({ tx, audit }) => {
    const replacement = await drillCode(tx, { code, by: by() })
    if (replacement === undefined)
      throw new Error(`This is not a current recovery code of "${slug}". It was used or replaced, or has expired.`)
    await audit({ action: 'recovery-codes.drill', target })
    return replacement
  })
}

/** The state as lines for the operator. */
export function statusLines(state: RecoveryCodes, slug: string): string[] {
  if (state.made === null) return ['No recovery codes were made.']
  const line = (what: string, event: RecoveryCodes['made']) =>
    event === null ? [] : [`${what.padEnd(9)}${event.at} by ${event.by}`]
  return [
    ...line('made', state.made),
    ...line('drilled', state.drilled),
    ...line('used', state.used),
    `${'expires'.padEnd(9)}${state.expiresOn ?? ''}`,
    `${'left'.padEnd(9)}${state.codesLeft} of 2`,
    ...(state.repairUntil === null ? [] : [`${'repair'.padEnd(9)}a repair session is open until ${state.repairUntil}`]),
    ...(state.drilled === null
      ? [`The codes open nothing before one of them is drilled: portico-server recovery-codes drill ${slug}`]
      : []),
  ]
}

const target = { kind: 'recovery-codes' } as const
const by = () => `operator ${operatorName()}`

function readDays(text: string | undefined): number {
  const days = text === undefined ? recoveryCodeDays : Number(text)
  if (!Number.isInteger(days) || days < 1 || days > recoveryCodeDaysMax)
    throw new UsageError(`--days takes a whole number from 1 to ${recoveryCodeDaysMax}.`)
  return days
}
