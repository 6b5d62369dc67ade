import type { IncomingHttpHeaders } from 'node:http'

import type { Client } from '../../applications/clients/queries.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { missingProof, refusedProof, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { acceptProof } from '../oauth/dpop.ts'
import { routes } from '../oauth/routes.ts'

/**
 * The thumbprint of the key whose possession a token request proves (RFC 9449 section 5). undefined: the client requests a bearer token,
 * and its registration allows that.
 */
export async function provenKey(
  { id, tenantId, config }: Client,
  { dpop }: IncomingHttpHeaders,
  { database, settings, clock, log }: Pick<Deps, 'database' | 'settings' | 'clock' | 'log'>,
): Promise<string | undefined | Refusal> {
  if (dpop === undefined) return config.protocol === 'openid' && config.dpopBound ? missingProof : undefined
  const asked = { method: 'POST', url: settings.baseUrl + routes.token, nowSecs: clock.now() / 1000 }
  const proof = await acceptProof(database, String(dpop), asked)
  if (typeof proof === 'object') return proof.jkt
  log.info({ tenantId, client: id, reason: proof }, 'DPoP proof refused')
  return refusedProof
}
