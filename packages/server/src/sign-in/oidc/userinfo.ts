import * as client from 'openid-client'

import { checkJwt } from '../../kit/json/read-json.ts'
import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import type { Claims } from '../../kit/outbound/claims.ts'
import { clientOf, describe } from './client.ts'
import type { Flow } from './flow.ts'

/**
 * Claims of the userinfo endpoint; empty when the provider has none. Their `sub` must be the ID token's, otherwise they
 * are about another person (OpenID Connect Core 1.0 section 5.3.2). Throws SignInFault.
 */
export async function readUserinfo(flow: Flow, accessToken: string, subject: string): Promise<Claims> {
  const { facts, checks } = flow
  if (facts.userinfoEndpoint === undefined) return {}
  const claims = await asked(flow, accessToken)
  if (claims['sub'] !== subject)
    return checks.refuse('userinfo-subject', {
      expected: subject,
      found: typeof claims['sub'] === 'string' ? claims['sub'] : 'none',
    })
  checks.passed('userinfo')
  return claims
}

async function asked(flow: Flow, accessToken: string): Promise<Claims> {
  let status = 0
  const noted: ProviderFetch = async (url, init) => {
    const response = await flow.fetch(url, init)
    status = response.status
    // The library decodes a signed answer.
    if (response.headers.get('content-type')?.includes('jwt')) checkJwt(await response.clone().text())
    return response
  }
  try {
    return await client.fetchUserInfo(clientOf(flow, noted), accessToken, client.skipSubjectCheck)
  } catch (error) {
    const address = flow.facts.userinfoEndpoint ?? ''
    return flow.checks.refuse('userinfo-failed', { address, status, error: describe(error) })
  }
}
