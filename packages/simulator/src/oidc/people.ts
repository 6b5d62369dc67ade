import { createHash } from 'node:crypto'

import type { Account } from 'oidc-provider'

import type { CheckedOidc } from '../config/checked.ts'

/** The person as oidc-provider wants to see them: subject and claims. */
export function accountOf(provider: CheckedOidc, subject: string): Account | undefined {
  const person = provider.people.find((each) => each.subject === subject)
  if (person === undefined) return undefined
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      name: person.name,
      given_name: person.givenName,
      family_name: person.familyName,
      nickname: person.nickname,
      email: person.email,
      email_verified: person.email === undefined ? undefined : true,
      [provider.claims.username]: person.username,
      [provider.claims.groups]: person.groups,
    }),
  }
}

/** The claims of each scope. Groups also come with `profile`: many providers have no scope for groups. */
export function claimsOfScopes({ claims }: CheckedOidc): Record<string, string[]> {
  const profile = ['name', 'given_name', 'family_name', 'nickname', claims.username, claims.groups]
  return { openid: ['sub'], profile, email: ['email', 'email_verified'], groups: [claims.groups] }
}

/** Another subject for each client, the same after every start. */
export function pairwiseSubject(providerId: string, subject: string, clientId: string): string {
  return createHash('sha256').update(`pairwise\n${providerId}\n${clientId}\n${subject}`).digest('base64url')
}
