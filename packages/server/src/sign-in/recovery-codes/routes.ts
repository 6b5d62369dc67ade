import {
  beginRepair,
  createRecoveryCodes,
  drillRecoveryCode,
  getRecoveryCodes,
  readRecoveryCode,
  recoveryCodeDays,
} from '@portico/core/contract'

import { invalid } from '../../kit/http/failure.ts'
import { openRoute, route } from '../../kit/http/route.ts'
import { checkFreshSignIn } from '../sessions/fresh-sign-in.ts'
import { openRepair } from './open-repair.ts'
import { drillCode, makeCodes, readState } from './queries.ts'

const target = { kind: 'recovery-codes' } as const

export const recoveryCodeRoutes = [
  openRoute(beginRepair, { 400: ['RECOVERY_CODE_REFUSED'], 429: ['TOO_MANY_REQUESTS'] }, openRepair),

  route(getRecoveryCodes, ['admin', 'support-reading'], async ({ tx }) => ({ value: await readState(tx) })),

  route(createRecoveryCodes, 'admin', { 403: ['FRESH_SIGN_IN_REQUIRED'] }, async ({ tx, actor, audit }) => {
    await checkFreshSignIn(tx, actor)
    const codes = await makeCodes(tx, { by: actor.name, days: recoveryCodeDays })
    const state = await readState(tx)
    await audit({ action: 'recovery-codes.create', target, after: { expiresOn: state.expiresOn } })
    return { value: { codes, state } }
  }),

  route(
    drillRecoveryCode,
    'admin',
    { 400: ['RECOVERY_CODE_NOT_CURRENT'], 403: ['FRESH_SIGN_IN_REQUIRED'] },
    async ({ tx, actor, body, audit }) => {
      await checkFreshSignIn(tx, actor)
      const code = await drillCode(tx, { code: readRecoveryCode(body.code) ?? '', by: actor.name })
      if (code === undefined) throw invalid([{ errorID: 'RECOVERY_CODE_NOT_CURRENT', fieldID: 'code' }])
      await audit({ action: 'recovery-codes.drill', target })
      return { value: { code, state: await readState(tx) } }
    },
  ),
]
