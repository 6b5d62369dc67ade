import {
  answerDeviceRequest,
  answerLoopbackRequest,
  beginCliSession,
  findDeviceRequest,
  getCliApprover,
  readUserCode,
} from '@portico/core/contract'

import { openRoute, route } from '../../kit/http/route.ts'
import { principalOf } from '../sessions/principal.ts'
import { answerDevice, answerLoopback } from './answer.ts'
import { findWaiting } from './device-requests.ts'
import { exchange } from './exchange.ts'
import { countingWrongCodes } from './wrong-codes.ts'
import { say } from '../../kit/words/say.ts'

export const cliSignInRoutes = [
  route(getCliApprover, 'person', async ({ sender, address }) => {
    const { tenant, name, username } = principalOf(sender)
    const client = say('cli.client')
    return { value: { client, tenantName: tenant.name, name, username, address } }
  }),

  route(findDeviceRequest, ['person', 'deactivated-tenant'], async ({ tx, actor, body, deps }) => {
    const userCode = readUserCode(body.userCode) ?? ''
    const { found, wrongCodesLeft } = await countingWrongCodes(
      tx,
      actor.id,
      deps.settings.rateLimits['wrong-codes'],
      () => findWaiting(tx.db, deps.secrets, userCode),
    )
    return { value: { request: found === undefined ? null : { ...found, userCode }, wrongCodesLeft } }
  }),

  route(answerDeviceRequest, ['person', 'deactivated-tenant'], answerDevice),
  route(answerLoopbackRequest, ['person', 'deactivated-tenant'], answerLoopback),
  openRoute(beginCliSession, exchange),
]
